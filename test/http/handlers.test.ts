import { describe, expect, test } from 'bun:test';
import { createApp } from '../../src/http/app.ts';
import type { Services } from '../../src/http/services.ts';

// Composing the handlers asks nothing of the services.
const app = createApp({} as Services, { publicPath: '', commercialPath: '/comercial' });

function handlerOf(path: string): string {
  const route = app.routes.find((each) => each.method === 'GET' && each.path === path);
  if (route === undefined) throw new Error(`There is no route ${path}.`);
  return String(route.compile());
}

/** What Elysia adds to a handler for what it believes a hook may ask for: each costs every request. */
const ADDED = {
  'a getter for the server': 'defineProperty',
  'all headers as an object': 'toJSON',
  'the cookies': 'parseCookie',
  'a copy of the answer': 'mapResponse',
};

const LISTS = ['/comercial/cnpj-raiz/:raiz', '/comercial/pesquisa'];
const HOT = ['/cnpj/:cnpj', '/comercial/cnpj/:cnpj', ...LISTS];

describe.each(HOT)('%s', (path) => {
  test.each(Object.entries(ADDED))('is answered without %s', (_, text) => {
    expect(handlerOf(path)).not.toContain(text);
  });

  test('is answered by the hooks that are in the source', () => {
    expect(handlerOf(path)).toContain('e.transform[0](c)');
  });

  test('waits for its round, and beside it for a list alone', () => {
    const [way = ''] = handlerOf(path).split('catch(error)');
    expect(way.match(/await .*/g)).toEqual([
      'await e.transform[0](c)',
      ...(LISTS.includes(path) ? [expect.stringContaining('handler(c)')] : []),
    ]);
  });
});
