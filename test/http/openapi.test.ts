import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createApp } from '../../src/http/app.ts';
import { buildDocument } from '../../src/http/openapi/document.ts';
import type { Services } from '../../src/http/services.ts';
import { FILTER_NOTES } from '../../src/wire/docs/search-filters.ts';
import type { DocsSettings } from '../../src/wire/docs/settings.ts';
import { SEARCH_FILTERS } from '../../src/wire/filters.ts';
import type { Fixture } from '../support/fixture.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';
import { importDocumented } from './documented-registry.ts';
import { type OpenApi, operationsOf, readDocument, schemaChecker } from './openapi-reader.ts';

const SETTINGS: DocsSettings = {
  profile: 'spec',
  version: '0.0.0',
  publicBaseUrl: 'https://cnpj.example.org',
  commercialBaseUrl: 'https://cnpj.example.org/comercial',
  publicPerMinute: 3,
  basicoPerMinute: 60,
  premiumPerMinute: 600,
  basicoPerMonth: 10_000,
  premiumPerMonth: 0,
  strangerFailuresPerMinute: 30,
  bodyLimitBytes: 65_536,
};

/** The document as clients get it: text, read again. */
function documentOf(settings: Partial<DocsSettings>): OpenApi {
  return readDocument(JSON.stringify(buildDocument({ ...SETTINGS, ...settings })));
}

describe.each(['spec', 'hosted'] as const)('the document of the profile %s', (profile) => {
  const document = documentOf({ profile });
  const check = schemaChecker(document);
  const schemas = Object.entries(document.components.schemas);

  test('refers only to what it has', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(references.length).toBeGreaterThan(100);
    for (const path of new Set(references)) {
      let found: unknown = document;
      for (const step of path.split('/').slice(1))
        found = typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined;
      expect(found, path).toBeDefined();
    }
  });

  test.each(schemas)('describes %s and all its fields, each with an example that is one', (name, schema) => {
    expect(schema.description).toBeTruthy();
    for (const [field, property] of Object.entries(schema.properties)) {
      const place = `${name}.${field}`;
      expect(property.description, place).toBeTruthy();
      if (JSON.stringify(property).includes('$ref')) continue;
      expect(property.examples, place).toHaveLength(1);
      expect(check(`components/schemas/${name}/properties/${field}`, property.examples?.[0]), place).toEqual(
        [],
      );
    }
  });

  test.each(operationsOf(document))('describes %s, with examples that are ones', (_, { operation }) => {
    expect(operation.summary).toBeTruthy();
    expect(operation.description).toBeTruthy();
    for (const parameter of operation.parameters) {
      expect(parameter.description, parameter.name).toBeTruthy();
      const values = Object.values(parameter.examples).map(({ value }) => value);
      expect(values.length, parameter.name).toBeGreaterThan(0);
      for (const value of values) expect(check(parameter.schema, value), parameter.name).toEqual([]);
    }
    const contents = [...Object.values(operation.responses), operation.requestBody].flatMap(
      (part) => part?.content?.['application/json'] ?? [],
    );
    for (const { schema, examples } of contents)
      for (const [name, { summary, value }] of Object.entries(examples)) {
        expect(summary, name).toBeTruthy();
        expect(check(schema, value), name).toEqual([]);
      }
  });

  test('follows the profile', () => {
    const text = JSON.stringify(document.components.schemas.EstabelecimentoPublico?.properties);
    expect(text.includes('#/components/schemas/Qualificacao')).toBe(profile === 'hosted');
    expect(document.info.description).toContain(`O perfil em vigor é \`${profile}\``);
  });
});

test('a body with something amiss does not pass its schema', () => {
  const document = documentOf({});
  const check = schemaChecker(document);
  const [whole] = Object.values(
    document.paths['/cnpj/{cnpj}']?.get?.responses['200']?.content?.['application/json']?.examples ?? {},
  );
  const record = { ...(whole?.value as Record<string, unknown>) }; // the example of a record is an object
  expect(check('components/schemas/EmpresaPublica', record)).toEqual([]);
  for (const wrong of [{ capital_social: 1000 }, { simples: {} }, { socios: null }, { status: 200 }])
    expect(check('components/schemas/EmpresaPublica', { ...record, ...wrong })).not.toEqual([]);
});

test('every route of both APIs is documented, and nothing else is', () => {
  // Routes are listed without being run, and only what runs asks for a service.
  const app = createApp({} as Services, { publicPath: '', commercialPath: '/comercial' });
  const pages = new Set(['/', '/docs', '/docs/:file', '/openapi.json', '/page/:edition/:file']);
  // A CNPJ written with its slash has two parts in a path: such a route only says that it is wrong.
  const isSlashed = (path: string) => /\/cnpj\/:\w+\/:\w+$/.test(path);
  const blank = (path: string) => path.replace(/:\w+|\{\w+\}/g, '{}');
  const served = app.routes
    .filter(({ path }) => !pages.has(path) && !isSlashed(path))
    .map(({ method, path }) => `${method} ${blank(path)}`);
  const documented = operationsOf(documentOf({})).map(
    ([, { method, path }]) => `${method.toUpperCase()} ${blank(path)}`,
  );
  expect(documented.sort()).toEqual(served.sort());
});

test('every filter of the search is documented, with an example that it takes', () => {
  expect(Object.keys(FILTER_NOTES).sort()).toEqual(SEARCH_FILTERS.map(({ name }) => name).sort());
  const lookups = { profile: 'spec', siafiOf: () => ['0255'] } as const;
  const notes: Readonly<Record<string, { readonly example: string }>> = FILTER_NOTES;
  for (const { name, read } of SEARCH_FILTERS)
    expect(read(notes[name]?.example ?? '', lookups), name).toBeObject();
});

/** Base addresses, and the lookups' keys among the paths with their servers. */
const BASES = [
  [
    'https://a.example.org',
    'https://a.example.org/comercial',
    '/comercial/cnpj/{cnpj}',
    'https://a.example.org',
  ],
  ['https://a.example.org/v', 'https://b.example.org/w', '/w/cnpj/{cnpj}', 'https://b.example.org'],
  ['https://a.example.org', 'https://b.example.org', '/cnpj/{cnpj}#comercial', 'https://b.example.org'],
] as const;

test.each(BASES)('%s and %s are both told', (publicBaseUrl, commercialBaseUrl, key, server) => {
  const document = documentOf({ publicBaseUrl, commercialBaseUrl });
  const origins = [publicBaseUrl, commercialBaseUrl].map((base) => new URL(base).origin);
  expect(document.servers.map(({ url }) => url)).toEqual([...new Set(origins)]);
  expect(document.paths[key]?.get?.servers.map(({ url }) => url)).toEqual([server]);
  expect(operationsOf(document)).toHaveLength(9);
  // Whatever the key, it and its server make the address that is asked for.
  const [address = ''] = `${server}${key}`.split('#');
  expect(address).toBe(`${commercialBaseUrl}/cnpj/{cnpj}`);
});

test('a limit by month is told only where there is one', () => {
  expect(JSON.stringify(documentOf({}))).toContain('limite-por-mes');
  expect(JSON.stringify(documentOf({ basicoPerMonth: 0 }))).not.toContain('limite-por-mes');
});

describe.each(['spec', 'hosted'] as const)('a server of the profile %s', (profile) => {
  let registry: Fixture;
  let service: LaunchedService;
  let document: OpenApi;

  beforeAll(async () => {
    registry = await importDocumented();
    service = await launchService({ registry, variables: { WIRE_PROFILE: profile } });
    document = readDocument(await (await service.ask('/openapi.json')).text());
  });

  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    registry[Symbol.dispose]();
  });

  /** What changes with the clock, the use and the import: held to the schema alone. */
  const VOLATILE: ReadonlySet<string> = new Set(['consultarConsumo', 'consultarSituacao']);

  test('answers every documented request with the documented answer', async () => {
    const check = schemaChecker(document);
    let answered = 0;
    for (const [name, { method, path, operation }] of operationsOf(document)) {
      const answer = operation.responses['200'];
      const content = answer?.content?.['application/json'];
      const [first] = operation.parameters.filter((parameter) => parameter.in === 'path');
      const keys = Object.values(first?.examples ?? { none: { value: '' } });
      const examples = Object.values(content?.examples ?? {});
      const query = new URLSearchParams(
        operation.parameters
          .filter((parameter) => parameter.in === 'query')
          .flatMap((parameter): [string, string][] => {
            const [shown] = Object.values(parameter.examples).filter((example) => !example['x-disabled']);
            return shown ? [[parameter.name, String(shown.value)]] : [];
          }),
      );
      const [body] = Object.values(operation.requestBody?.content?.['application/json']?.examples ?? {});
      for (const [index, { value: key }] of keys.entries()) {
        const response = await service.ask(`${path.replace(/\{\w+\}/, String(key))}?${query}`, {
          method: method.toUpperCase(),
          headers: bear(service.tokens.premium),
          ...(body && { body: JSON.stringify(body.value) }),
        });
        expect(response.status, name).toBe(200);
        for (const header of Object.keys(answer?.headers ?? {}))
          expect(response.headers.get(header), header).toBeString();
        const found: unknown = await response.json();
        expect(check(content?.schema, found), name).toEqual([]);
        const example = examples[index];
        if (example !== undefined && !VOLATILE.has(name)) expect(found).toEqual(example.value);
        answered++;
      }
    }
    expect(answered).toBe(12);
  });

  test('finds the documented company by all the documented filters together', async () => {
    const search = operationsOf(document).find(([name]) => name === 'pesquisarEmpresas');
    const filters = search?.[1].operation.parameters ?? [];
    const query = new URLSearchParams(
      filters.flatMap(({ name, examples }): [string, string][] => {
        const [example] = Object.values(examples);
        return [[name, String(example?.value)]];
      }),
    );
    const response = await service.ask(`/comercial/pesquisa?${query}`, {
      headers: bear(service.tokens.premium),
    });
    expect(await response.json()).toMatchObject({ data: ['98765432000198'], paginacao: { total: 1 } });
  });
});
