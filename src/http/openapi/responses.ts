import { canHappen, ERROR_EXAMPLES, type ErrorExample, type ErrorName } from '../../wire/docs/errors.ts';
import type { Examples } from '../../wire/docs/examples.ts';
import type { HeaderName } from '../../wire/docs/headers.ts';
import type { OperationNote } from '../../wire/docs/operations.ts';
import type { DocsSettings } from '../../wire/docs/settings.ts';
import { ERROR_TITLES, type ErrorStatus, presentError } from '../../wire/error.ts';
import type { JsonObject } from './json.ts';

/** The headers of errors by their status, beside those that every error has. */
const ERROR_HEADERS: Readonly<Partial<Record<ErrorStatus, readonly HeaderName[]>>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
/** These come before any limit has counted, or without one. */
const UNCOUNTED: ReadonlySet<ErrorStatus> = new Set([401, 403, 405]);

function headersOf(names: readonly HeaderName[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function content(schema: string, examples: Examples | JsonObject): JsonObject {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples } };
}

/** The answers of an operation by their status. */
export function buildResponses(note: OperationNote, examples: Examples, settings: DocsSettings): JsonObject {
  const { answer } = note;
  const responses: JsonObject = {
    200: {
      description: answer.about,
      headers: headersOf(answer.headers),
      content: content(answer.schema, examples),
    },
  };
  if (answer.headers.includes('ETag')) {
    responses[304] = {
      description: 'O cadastro não mudou desde o `ETag` informado. Sem corpo.',
      headers: headersOf(answer.headers),
    };
  }
  const isLimited = answer.headers.includes('RateLimit');
  for (const [status, names] of groupByStatus(note.errors, settings)) {
    const counted: readonly HeaderName[] =
      isLimited && !UNCOUNTED.has(status) ? ['RateLimit', 'RateLimit-Policy'] : [];
    responses[status] = {
      description: ERROR_TITLES[status].title,
      headers: headersOf([...counted, ...(ERROR_HEADERS[status] ?? []), 'Cache-Control']),
      content: content(note.errorSchema, errorExamples(names, note, settings)),
    };
  }
  return responses;
}

/** An operation's errors that can happen, by their status in rising order. */
function groupByStatus(names: readonly ErrorName[], settings: DocsSettings): [ErrorStatus, ErrorName[]][] {
  const groups = new Map<ErrorStatus, ErrorName[]>();
  for (const name of names) {
    if (!canHappen(name, settings)) continue;
    const { status } = refuse(name, settings);
    groups.set(status, [...(groups.get(status) ?? []), name]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

function refuse(name: ErrorName, settings: DocsSettings) {
  const example: ErrorExample = ERROR_EXAMPLES[name];
  return example.refuse(settings);
}

function errorExamples(names: readonly ErrorName[], note: OperationNote, settings: DocsSettings): JsonObject {
  return Object.fromEntries(
    names.map((name) => [
      name,
      { summary: ERROR_EXAMPLES[name].summary, value: errorBody(name, note, settings) },
    ]),
  );
}

/** An error's body as an operation would send it. */
export function errorBody(name: ErrorName, note: OperationNote, settings: DocsSettings): unknown {
  return JSON.parse(presentError(refuse(name, settings), note.errorSchema === 'ErroSuframa'));
}
