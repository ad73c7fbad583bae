import { fragment } from './json-writer.ts';
import type { ReferenceJson } from './reference.ts';

/** What the parts of a record are presented with. */
export interface RecordContext {
  readonly reference: ReferenceJson;
  /** When the record was brought up to date, as a JSON string. */
  updatedAt: Uint8Array;
}

/** A day as the moment it begins in Brasília. */
export function midnight(day: string): string {
  return `${day}T03:00:00.000Z`;
}

/** A day's moment as a JSON string; days are few, so each is written once. */
export class MomentJson {
  private readonly written = new Map<string, Uint8Array>();

  /** The JSON of a day, YYYY-MM-DD. */
  of(day: string): Uint8Array {
    let json = this.written.get(day);
    if (json === undefined) {
      json = fragment(JSON.stringify(midnight(day)));
      if (this.written.size < MAX_DAYS) this.written.set(day, json);
    }
    return json;
  }
}

const MAX_DAYS = 10_000;
