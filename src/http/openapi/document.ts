import {
  answerExamples,
  type Examples,
  type OperationName,
  QUESTION_EXAMPLES,
} from '../../wire/docs/examples.ts';
import { guideText, SERVER_TEXTS, SUMMARY, TITLE, TOKEN_TEXTS } from '../../wire/docs/guide.ts';
import { HEADER_NOTES, type HeaderNote } from '../../wire/docs/headers.ts';
import { textIn } from '../../wire/docs/note.ts';
import { OPERATIONS, type OperationNote, TAGS } from '../../wire/docs/operations.ts';
import { filterParameter, type ParameterNote, plainParameter } from '../../wire/docs/parameters.ts';
import type { DocsSettings } from '../../wire/docs/settings.ts';
import type { WireProfile } from '../../wire/labels.ts';
import { placeOf } from './addresses.ts';
import { type JsonObject, mapEntries } from './json.ts';
import { buildResponses, errorBody } from './responses.ts';
import { buildSchemas, type SchemaExample } from './schemas.ts';

const NOTES: Readonly<Record<OperationName, OperationNote>> = OPERATIONS;
/** Any of the three places of a token. */
const ANY_TOKEN = [{ x_api_token: [] }, { token: [] }, { bearer: [] }];

/** The OpenAPI document of the service under these settings: version 3.1, whose schemas are JSON Schema itself. */
export function buildDocument(settings: DocsSettings): JsonObject {
  const { version } = settings;
  return {
    openapi: '3.1.0',
    info: {
      title: TITLE,
      summary: SUMMARY,
      description: guideText(settings),
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: buildServers(settings),
    tags: Object.values(TAGS).map(({ name, about }) => ({ name, description: about })),
    paths: buildPaths(settings),
    components: {
      securitySchemes: {
        x_api_token: { type: 'apiKey', in: 'header', name: 'x_api_token', description: TOKEN_TEXTS.header },
        bearer: { type: 'http', scheme: 'bearer', description: TOKEN_TEXTS.bearer },
        token: { type: 'apiKey', in: 'query', name: 'token', description: TOKEN_TEXTS.query },
      },
      headers: mapEntries(HEADER_NOTES, ({ about, type, example }: HeaderNote) => ({
        description: about,
        schema: { type },
        example,
      })),
      schemas: buildSchemas(settings.profile, wholeExamples(settings)),
    },
  };
}

/** The origins that paths are below: one, or one an API. */
function buildServers({ publicBaseUrl, commercialBaseUrl }: DocsSettings): JsonObject[] {
  const open = new URL(publicBaseUrl).origin;
  const guarded = new URL(commercialBaseUrl).origin;
  if (open === guarded) return [{ url: open, description: SERVER_TEXTS.both }];
  return [
    { url: open, description: SERVER_TEXTS.public },
    { url: guarded, description: SERVER_TEXTS.commercial },
  ];
}

/** The error whose body fills every field. */
const BAD_FIELDS = 'campos-invalidos';

/** Every whole example with its schema. */
function wholeExamples(settings: DocsSettings): SchemaExample[] {
  const answers: Readonly<Record<OperationName, Examples>> = answerExamples(settings);
  const examples: SchemaExample[] = [];
  for (const [name, note] of Object.entries(NOTES)) {
    // The names of an object typed by them, which Object.entries forgets.
    for (const { value } of Object.values(answers[name as OperationName]))
      examples.push({ schema: note.answer.schema, value });
    if (note.body !== undefined)
      for (const { value } of Object.values(QUESTION_EXAMPLES)) examples.push({ schema: note.body, value });
    examples.push({ schema: note.errorSchema, value: errorBody(BAD_FIELDS, note, settings) });
  }
  return examples;
}

function buildPaths(settings: DocsSettings): JsonObject {
  const answers: Readonly<Record<OperationName, Examples>> = answerExamples(settings);
  return Object.fromEntries(
    Object.entries(NOTES).map(([name, note]) => {
      const { key, server } = placeOf(note, settings);
      // The names of an object typed by them, which Object.entries forgets.
      const operation = buildOperation(name as OperationName, note, answers[name as OperationName], settings);
      // Scalar sends what is tried to an operation's own server alone, and only if that is named as the one selected.
      const servers = [{ url: server, description: SERVER_TEXTS[note.api] }];
      return [key, { [note.method]: { ...operation, servers, 'x-scalar-selected-server': server } }];
    }),
  );
}

function buildOperation(
  name: OperationName,
  note: OperationNote,
  examples: Examples,
  settings: DocsSettings,
): JsonObject {
  const { profile } = settings;
  const plain = note.parameters.map(plainParameter);
  const parameters = [
    ...plain.filter((entry) => entry.in === 'path'),
    ...note.filters.map((filter) => filterParameter(filter, profile)),
    ...plain.filter((entry) => entry.in !== 'path'),
  ];
  return {
    operationId: name,
    tags: [TAGS[note.tag].name],
    summary: note.summary,
    description: note.about,
    security: note.api === 'commercial' ? ANY_TOKEN : [],
    ...(parameters.length > 0 && {
      parameters: parameters.map((entry) =>
        buildParameter(entry, profile, entry.in === 'path' || note.shown.includes(entry.name)),
      ),
    }),
    ...(note.body !== undefined && { requestBody: buildBody(note.body) }),
    responses: buildResponses(note, examples, settings),
  };
}

/** A parameter; one that is not shown is left out of the requests that Scalar makes up, which would else have all. */
function buildParameter(parameter: ParameterNote, profile: WireProfile, isShown: boolean): JsonObject {
  const { name, in: place, about, schema } = parameter;
  return {
    name,
    in: place,
    required: place === 'path',
    description: textIn(profile, about),
    schema,
    examples: mapEntries(parameter.examples, (value, summary) => ({
      summary,
      value,
      ...(!isShown && { 'x-disabled': true }),
    })),
  };
}

function buildBody(schema: string): JsonObject {
  return {
    required: true,
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: QUESTION_EXAMPLES,
      },
    },
  };
}
