import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { type SchemaNote, textIn } from '../../wire/docs/note.ts';
import { SCHEMA_NOTES } from '../../wire/docs/schemas.ts';
import type { WireProfile } from '../../wire/labels.ts';
import { Day, Reason, RepresentativeQualification, Timestamp } from '../../wire/shared.ts';
import { SuframaQuestion } from '../../wire/suframa.ts';
import { isJsonObject, type JsonObject, mapEntries } from './json.ts';

const NOTES: Readonly<Record<string, SchemaNote>> = SCHEMA_NOTES;
const REF = '#/components/schemas/';

/** The schemas of a value whose form the profile decides. */
function overridesOf(profile: WireProfile): ReadonlyMap<unknown, JsonObject> {
  const described = profile === 'hosted' ? { $ref: `${REF}Qualificacao` } : { type: 'string' };
  return new Map<unknown, JsonObject>([
    [Reason, described],
    [RepresentativeQualification, described],
  ]);
}

const CNPJ_TYPED = { pattern: '^[0-9A-Za-z]{12}[0-9]{2}$' };
const [, toCapitals, checkCnpj] = SuframaQuestion.entries.cnpj.pipe;
/** What parts of schemas mean that the library cannot know: a check in code, and the day and moment behind a pattern. */
const MEANINGS: ReadonlyMap<unknown, JsonObject> = new Map<unknown, JsonObject>([
  [Day.pipe[1], { format: 'date' }],
  [Timestamp.pipe[1], { format: 'date-time' }],
  [toCapitals, CNPJ_TYPED],
  [checkCnpj, CNPJ_TYPED],
]);

/** `anyOf` of one type and null in the short form: an array of types. */
function shortenNullable(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, nothing] = anyOf;
  if (!isJsonObject(value) || typeof value.type !== 'string' || !isJsonObject(nothing)) return schema;
  if (nothing.type !== 'null') return schema;
  const values = Array.isArray(value.enum) ? { enum: [...value.enum, null] } : {};
  return { ...value, ...values, ...rest, type: [value.type, 'null'] };
}

/** The example of each field of each schema, found by walking whole examples along their schemas. */
class FieldExamples {
  private readonly found = new Map<string, unknown>();

  constructor(private readonly schemas: JsonObject) {}

  /** Collects from a value that a schema of this name describes. */
  collect(name: string, value: unknown): void {
    const schema = this.schemas[name];
    if (!isJsonObject(schema) || !isJsonObject(schema.properties) || !isJsonObject(value)) return;
    for (const [field, property] of Object.entries(schema.properties)) {
      const fieldValue = value[field];
      const key = `${name}.${field}`;
      const known = this.found.get(key);
      if (known === undefined || known === null || known === '') this.found.set(key, fieldValue);
      this.follow(property, fieldValue);
    }
  }

  /** The example of a field, or undefined where no example has it. */
  of(name: string, field: string): unknown {
    return this.found.get(`${name}.${field}`);
  }

  private follow(schema: unknown, value: unknown): void {
    if (!isJsonObject(schema)) return;
    const { $ref: ref, anyOf, items } = schema;
    if (typeof ref === 'string') this.collect(ref.slice(REF.length), value);
    if (Array.isArray(anyOf)) for (const choice of anyOf) this.follow(choice, value);
    if (Array.isArray(value)) for (const item of value) this.follow(items, item);
  }
}

/** A value that a schema of this name describes. */
export interface SchemaExample {
  readonly schema: string;
  readonly value: unknown;
}

/**
 * The schemas of the document in one profile, by name: made of the Valibot schemas that the service is typed and
 * tested by, with what is said of each field, and with an example of it from whole examples.
 */
export function buildSchemas(profile: WireProfile, wholeExamples: readonly SchemaExample[]): JsonObject {
  const overrides = overridesOf(profile);
  const definitions: Record<string, v.GenericSchema> = {};
  for (const [name, { schema }] of Object.entries(NOTES)) definitions[name] = schema;
  const plain: JsonObject = {
    ...toJsonSchemaDefs(definitions, {
      target: 'draft-2020-12',
      typeMode: 'input',
      overrideRef: ({ referenceId }) => `${REF}${referenceId}`,
      overrideSchema: ({ valibotSchema }) => overrides.get(valibotSchema),
      overrideAction: ({ valibotAction, jsonSchema }) => {
        const meaning = MEANINGS.get(valibotAction);
        return meaning && { ...jsonSchema, ...meaning };
      },
    }),
  };
  const examples = new FieldExamples(plain);
  for (const { schema, value } of wholeExamples) examples.collect(schema, value);
  return mapEntries(plain, (schema, name) => describe(name, schema, profile, examples));
}

/** Whether a field's value is of a schema of its own, which has the examples of its fields. */
function refersElsewhere({ $ref: ref, anyOf, items }: JsonObject): boolean {
  const parts: readonly unknown[] = [items, ...(Array.isArray(anyOf) ? anyOf : [])];
  return ref !== undefined || parts.some((part) => isJsonObject(part) && refersElsewhere(part));
}

function describe(name: string, schema: unknown, profile: WireProfile, examples: FieldExamples): unknown {
  const note = NOTES[name];
  if (note === undefined || !isJsonObject(schema) || !isJsonObject(schema.properties)) return schema;
  const properties = mapEntries(schema.properties, (property, field) => {
    if (!isJsonObject(property)) return property;
    const text = note.fields[field];
    const example = refersElsewhere(property) ? undefined : examples.of(name, field);
    return {
      ...shortenNullable(property),
      ...(text !== undefined && { description: textIn(profile, text) }),
      ...(example !== undefined && { examples: [example] }),
    };
  });
  return { ...schema, description: textIn(profile, note.about), properties };
}
