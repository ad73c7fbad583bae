import type { FieldView } from '../registry/record.ts';
import { type Fragment, fragment } from './json-writer.ts';
import type { ReferenceJson } from './reference.ts';

/** What the parts of a record are presented with. */
export interface RecordContext {
  readonly reference: ReferenceJson;
  /** When the record was brought up to date, as a JSON string. */
  updatedAt: Fragment;
}

/** A day as the moment it begins in Brasília. */
export function midnight(day: string): string {
  return `${day}T03:00:00.000Z`;
}

/** Days' moments as JSON strings; days are few, so each is written once. */
export class MomentJson {
  private readonly written = new Map<number, Fragment>();

  /** The JSON of the day, YYYY-MM-DD, in a field. */
  of(view: FieldView, field: number): Fragment {
    const { bytes, edges } = view;
    const end = (edges[field + 1] ?? 1) - 1;
    // The digits as a number find a day without making a text of it.
    let key = 0;
    for (let at = edges[field] ?? 0; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte !== HYPHEN) key = key * 10 + byte - ZERO;
    }
    const known = this.written.get(key);
    if (known !== undefined) return known;
    const json = fragment(JSON.stringify(midnight(view.text(field))));
    if (this.written.size < MAX_DAYS) this.written.set(key, json);
    return json;
  }
}

const HYPHEN = 45;
const ZERO = 48;
const MAX_DAYS = 10_000;
