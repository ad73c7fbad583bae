import type { FieldView, RecordView } from '../registry/record.ts';

/**
 * JSON written as bytes, straight from a record's: constant text and ready-made objects are copied, a field's bytes
 * go through one by one. Building strings and encoding them was measured at four times this.
 */

const QUOTE = 34;
const BACKSLASH = 92;
const FIRST_BYTES = 16 * 1024;
/** Up to so many bytes a loop is quicker than the call that copies them. */
const SHORT_BYTES = 24;

/** A constant as the bytes that go out. */
export function fragment(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const NULL = fragment('null');
const OPEN_ARRAY = fragment('[');
const CLOSE_ARRAY = fragment(']');
const COMMA = 44;

/** A buffer that one answer after the other is written in. */
export class JsonWriter {
  private bytes = new Uint8Array(FIRST_BYTES);
  private length = 0;

  /** Begins anew. */
  reset(): void {
    this.length = 0;
  }

  /** What was written, valid until the next reset. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Writes bytes as they are. */
  raw(source: Uint8Array): void {
    const { length } = source;
    this.reserve(length);
    const { bytes } = this;
    if (length > SHORT_BYTES) {
      bytes.set(source, this.length);
    } else {
      const at = this.length;
      for (let index = 0; index < length; index++) bytes[at + index] = source[index] ?? 0;
    }
    this.length += length;
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

  /** Writes a field of a record as a JSON string, null when it is absent. */
  textOrNull(record: FieldView, field: number): void {
    if (record.isEmpty(field)) this.nothing();
    else this.text(record, field);
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
  }
}

/** Writes one value from the fields of an entry; `Context` is what else it takes. */
export type ValueWriter<View, Context> = (writer: JsonWriter, view: View, context: Context) => void;

/** An object's member: its name and how its value is written. */
export type Member<View, Context> = readonly [name: string, write: ValueWriter<View, Context>];

/** Puts the members of an object together: names, colons, commas and braces become constants between the values. */
export function objectWriter<View, Context>(
  members: readonly Member<View, Context>[],
): ValueWriter<View, Context> {
  const parts = members.map(([name, write], index) => ({
    head: fragment(`${index === 0 ? '{' : ','}"${name}":`),
    write,
  }));
  const close = fragment('}');
  return (writer, view, context) => {
    for (const { head, write } of parts) {
      writer.raw(head);
      write(writer, view, context);
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
