import type * as v from 'valibot';
import type { WireProfile } from '../labels.ts';

/** A text of the documentation; one that the profile changes is written once for each. */
export type DocsText = string | Readonly<Record<WireProfile, string>>;

/** What the documentation says of a schema and of each of its fields, by the field's name. */
export interface SchemaNote {
  readonly schema: v.GenericSchema;
  readonly about: DocsText;
  readonly fields: Readonly<Record<string, DocsText>>;
}

/**
 * Puts a schema beside what is said of it. The compiler holds the two together: a field that is not described, or a
 * description of no field, does not compile.
 */
export function noteSchema<const Entries extends v.ObjectEntries>(
  schema: v.StrictObjectSchema<Entries, undefined>,
  about: DocsText,
  fields: { readonly [Name in keyof Entries & string]: DocsText },
): SchemaNote {
  return { schema, about, fields };
}

/** A text in the profile in force. */
export function textIn(profile: WireProfile, text: DocsText): string {
  return typeof text === 'string' ? text : text[profile];
}
