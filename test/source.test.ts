import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Glob } from 'bun';

const ROOT = join(import.meta.dir, '..');
const MAX_LINES = 250;

/** Every program file of the project, by its path, with its text. */
const FILES: ReadonlyMap<string, string> = new Map(
  [...new Glob('{src,scripts,test}/**/*.ts').scanSync(ROOT)]
    .sort()
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);

function filesOf(...folders: readonly string[]): [path: string, text: string][] {
  return [...FILES].filter(([path]) => folders.some((folder) => path.startsWith(`${folder}/`)));
}

/** A text without its comments, each of which leaves its line ends. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** The places, `file:line`, where a pattern is found in what is no comment. */
function findPlaces(files: readonly [path: string, text: string][], pattern: RegExp): string[] {
  return files.flatMap(([path, text]) =>
    withoutComments(text)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}

test('the environment is read in one place, and handed there from the entry', () => {
  const places = findPlaces(filesOf('src'), /\bprocess\.env\b|\bBun\.env\b|\bimport\.meta\.env\b/);
  expect(places.map((place) => place.replace(/:\d+$/, ''))).toEqual(['src/main.ts']);
});

/** Folders and files that speak Portuguese: to users, or of names that are Portuguese in themselves. */
const SPEAKING = [
  ...['src/wire/', 'src/mail/', 'src/sample/', 'src/http/page/', 'src/http/openapi/'],
  ...['src/domain/state.ts', 'src/domain/city.ts'],
  // What another service's records say, on their way in.
  'src/import/upstream-labels.ts',
  // Place names, and what wrongly read letters look like, within English sentences.
  'src/state/order.ts',
  'src/import/oddities.ts',
];

/** Letters and words that Portuguese texts have and English ones have not. */
const PORTUGUESE = /['"`][^'"`]*(?:[ãõçáâêôúÃÕÇ]|\b(?:deve|informe|requisi|consulta|cadastro|empresa)\b)/i;

test('Portuguese is spoken by the wire, the mail and the page alone', () => {
  const silent = filesOf('src').filter(([path]) => !SPEAKING.some((start) => path.startsWith(start)));
  expect(findPlaces(silent, PORTUGUESE)).toEqual([]);
});

test('no file is longer than a reader bears', () => {
  const long = [...FILES].filter(([, text]) => text.split('\n').length > MAX_LINES);
  expect(long.map(([path]) => path)).toEqual([]);
});

test('nothing is left to do, switched off or told to nobody', () => {
  expect(findPlaces(filesOf('src', 'scripts'), /\bconsole\.|\bdebugger\b/)).toEqual([]);
  const notes = [...FILES].filter(([, text]) => /\b(?:TODO|FIXME|XXX|HACK)\b(?!')/.test(text));
  expect(notes.map(([path]) => path).filter((path) => path !== 'test/source.test.ts')).toEqual([]);
  expect(findPlaces(filesOf('test'), /\b(?:test|describe|it)\.(?:skip|only|todo)\b/)).toEqual([]);
  expect(findPlaces([...FILES.entries()], /@ts-(?:ignore|nocheck|expect-error)/)).toEqual([]);
});

const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\bURL\()\s*['"](\.[^'"]+)['"]/g;

/** Every file that some files lead to, themselves included. */
function reach(starts: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const [, target = ''] of FILES.get(path)?.matchAll(IMPORT) ?? []) {
      waiting.push(relative(ROOT, join(ROOT, dirname(path), target)));
    }
  }
  return reached;
}

describe('every file of the program', () => {
  const files = filesOf('src')
    .map(([path]) => path)
    .filter((path) => !path.endsWith('.d.ts'));

  test('is reached from the command line', () => {
    const reached = reach(['src/main.ts']);
    expect(files.filter((path) => !reached.has(path))).toEqual([]);
  });

  test('is reached from a test', () => {
    // Not by way of the command line, which leads everywhere.
    const reached = reach(
      filesOf('test')
        .map(([path]) => path)
        .filter((path) => !path.startsWith('test/commands/main')),
    );
    expect(files.filter((path) => path !== 'src/main.ts' && !reached.has(path))).toEqual([]);
  });
});
