import type { FieldView, RecordView } from '../registry/record.ts';

/**
 * JSON written as bytes, straight from a record's: constant text and ready-made objects are copied, a field's bytes
 * go through one by one. Building strings and encoding them was measured at four times this.
 */

const QUOTE = 34;
const BACKSLASH = 92;
const FIRST_BYTES = 16 * 1024;
/** From so many bytes on the call that copies them is quicker than a loop over words. */
const LONG_BYTES = 96;
const WORD_BYTES = 4;

/** A constant as the bytes that go out, and as the words that they are copied by; the last one may reach past its end. */
export class Fragment {
  readonly bytes: Uint8Array;
  readonly words: Int32Array;

  constructor(text: string) {
    const bytes = new TextEncoder().encode(text);
    const padded = new Uint8Array(Math.ceil(bytes.length / WORD_BYTES) * WORD_BYTES);
    padded.set(bytes);
    this.bytes = padded.subarray(0, bytes.length);
    this.words = new Int32Array(padded.buffer);
  }
}

/** A constant as it goes out. */
export function fragment(text: string): Fragment {
  return new Fragment(text);
}

const NULL = fragment('null');
const EMPTY_TEXT = fragment('""');
const OPEN_ARRAY = fragment('[');
const CLOSE_ARRAY = fragment(']');
const COMMA = 44;

/** A buffer that one answer after the other is written in. */
export class JsonWriter {
  private bytes = new Uint8Array(FIRST_BYTES);
  private view = new DataView(this.bytes.buffer);
  private length = 0;

  /** Begins anew. */
  reset(): void {
    this.length = 0;
  }

  /** What was written, valid until the next reset. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Writes a constant. */
  raw({ bytes, words }: Fragment): void {
    const { length } = bytes;
    this.reserve(length + WORD_BYTES);
    let at = this.length;
    this.length += length;
    if (length > LONG_BYTES) {
      this.bytes.set(bytes, at);
      return;
    }
    const { view } = this;
    for (let index = 0; index < words.length; index++) {
      view.setInt32(at, words[index] ?? 0, true);
      at += WORD_BYTES;
    }
  }

  /** Writes a comma. */
  comma(): void {
    this.reserve(1);
    this.bytes[this.length++] = COMMA;
  }

  /** Opens an array. */
  open(): void {
    this.raw(OPEN_ARRAY);
  }

  /** Closes an array. */
  close(): void {
    this.raw(CLOSE_ARRAY);
  }

  /** Writes null. */
  nothing(): void {
    this.raw(NULL);
  }

  /** Writes a part of an ASCII text as a JSON string. */
  ascii(text: string, start: number, end: number): void {
    this.reserve(end - start + 2);
    const { bytes } = this;
    let at = this.length;
    bytes[at++] = QUOTE;
    for (let index = start; index < end; index++) bytes[at++] = text.charCodeAt(index);
    bytes[at++] = QUOTE;
    this.length = at;
  }

  /** Writes a field of a record as a JSON string. Cleaned text needs but two escapes. */
  text(record: FieldView, field: number): void {
    const { bytes: source, edges, utf8 } = record;
    const end = (edges[field + 1] ?? 1) - 1;
    let index = edges[field] ?? 0;
    this.reserve((end - index) * 2 + 2);
    const { bytes } = this;
    let at = this.length;
    bytes[at++] = QUOTE;
    for (; index < end; index++) {
      const byte = source[index] ?? 0;
      if (byte < 128) {
        if (byte === QUOTE || byte === BACKSLASH) bytes[at++] = BACKSLASH;
        bytes[at++] = byte;
      } else if (utf8) {
        bytes[at++] = byte;
      } else {
        bytes[at++] = 0xc0 | (byte >> 6);
        bytes[at++] = 0x80 | (byte & 63);
      }
    }
    bytes[at++] = QUOTE;
    this.length = at;
  }

  /** Writes a field of digits as a number. */
  number(record: FieldView, field: number): void {
    this.raw(fragment(String(Number(record.text(field)))));
  }

  private reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + size));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}

/** Writes one value from the fields of an entry; `Context` is what else it takes. */
export type ValueWriter<View, Context> = (writer: JsonWriter, view: View, context: Context) => void;

/** A field of the entry as text, and what stands where it is absent. */
export interface TextValue {
  readonly field: number;
  readonly absent: Fragment;
}

/** An object's member: its name and how its value is written. */
export type Member<View, Context> = readonly [name: string, value: ValueWriter<View, Context> | TextValue];

/** A field as text, null where it is absent. */
export function textOrNull(field: number): TextValue {
  return { field, absent: NULL };
}

/** A field as text, empty where it is absent. */
export function textOrEmpty(field: number): TextValue {
  return { field, absent: EMPTY_TEXT };
}

/**
 * Puts the members of an object together: names, colons, commas and braces become constants between the values. Most
 * values are texts, which are written without a call through a variable.
 */
export function objectWriter<View extends FieldView, Context>(
  members: readonly Member<View, Context>[],
): ValueWriter<View, Context> {
  const parts = members.map(([name, value], index) => ({
    head: fragment(`${index === 0 ? '{' : ','}"${name}":`),
    ...(typeof value === 'function'
      ? { write: value, field: 0, absent: NULL }
      : { write: undefined, ...value }),
  }));
  const close = fragment('}');
  return (writer, view, context) => {
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index];
      if (part === undefined) break;
      writer.raw(part.head);
      if (part.write !== undefined) part.write(writer, view, context);
      else if (view.isEmpty(part.field)) writer.raw(part.absent);
      else writer.text(view, part.field);
    }
    writer.raw(close);
  };
}

/** Writes the next section of a record as an array, each entry by `write`. */
export function sectionWriter<Context>(
  write: ValueWriter<FieldView, Context>,
): ValueWriter<RecordView, Context> {
  return (writer, record, context) => {
    record.openSection();
    writer.open();
    for (let first = true; record.nextEntry(); first = false) {
      if (!first) writer.comma();
      write(writer, record.entry, context);
    }
    writer.close();
  };
}
