import { PlaceSorter } from './place-sorter.ts';

/**
 * Short texts, as bytes, numbered in the order in which they were first seen. A Map of strings would have to make a
 * string of every word and code of every row only to find that it is an old one.
 */

const FIRST_CAPACITY = 1 << 8;
/** How many bytes of a text stand in two numbers, which tell nearly all texts apart and nearly all orders. */
const PREFIX_BYTES = 8;

const FNV_PRIME = 16_777_619;
const MIX = 0x9e37_79b1;

/** What stands side by side for each text, so that comparing takes one line of the processor's cache. */
const HIGH = 0;
const LOW = 1;
const LENGTH = 2;
const START = 3;
const ENTRY_FIELDS = 4;

/** Numbers texts; one object serves many ranges. */
export class ByteTable {
  /** How many texts there are: the next new one's number. */
  count = 0;
  /** The texts' bytes, one after the other: see `startOf` and `lengthOf`. */
  bytes = Buffer.allocUnsafeSlow(1 << 12);
  private used = 0;
  private slots = new Int32Array(FIRST_CAPACITY * 2).fill(-1);
  private entries = new Int32Array(FIRST_CAPACITY * ENTRY_FIELDS);
  private readonly sorter = new PlaceSorter();

  /** Forgets all texts. */
  clear(): void {
    this.count = 0;
    this.used = 0;
    this.slots.fill(-1);
  }

  /** Where a text begins in `bytes`. */
  startOf(id: number): number {
    return this.entries[id * ENTRY_FIELDS + START] ?? 0;
  }

  /** How many bytes a text has. */
  lengthOf(id: number): number {
    return this.entries[id * ENTRY_FIELDS + LENGTH] ?? 0;
  }

  /** The number of the text that stands in `source` from `start` to `end`, a new one where it was not seen before. */
  find(source: Uint8Array, start: number, end: number): number {
    const length = end - start;
    const high = prefixAt(source, start, end);
    const low = length > 4 ? prefixAt(source, start + 4, end) : 0;
    let hash = Math.imul(high ^ Math.imul(low ^ length, MIX), MIX);
    for (let index = start + PREFIX_BYTES; index < end; index++) {
      hash = Math.imul(hash ^ (source[index] ?? 0), FNV_PRIME);
    }
    const { slots, entries } = this;
    const mask = slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const id = slots[slot] ?? -1;
      if (id < 0) return this.add(source, start, end, high, low, slot);
      const entry = id * ENTRY_FIELDS;
      if (
        entries[entry] === high &&
        entries[entry + LOW] === low &&
        entries[entry + LENGTH] === length &&
        (length <= PREFIX_BYTES || this.hasRest(entries[entry + START] ?? 0, source, start, length))
      ) {
        return id;
      }
    }
  }

  /** The numbers of all texts in the order of their bytes; good until the next sort. */
  sorted(): Uint32Array {
    const { count, entries } = this;
    const highs = new Uint32Array(count);
    const lows = new Uint32Array(count);
    for (let id = 0; id < count; id++) {
      highs[id] = entries[id * ENTRY_FIELDS + HIGH] ?? 0;
      lows[id] = entries[id * ENTRY_FIELDS + LOW] ?? 0;
    }
    const places = this.sorter.sort([lows, highs], count);
    this.sortTies(places, highs, lows);
    return places;
  }

  private add(
    source: Uint8Array,
    start: number,
    end: number,
    high: number,
    low: number,
    slot: number,
  ): number {
    const id = this.count++;
    const length = end - start;
    const entry = id * ENTRY_FIELDS;
    if (entry === this.entries.length) {
      const larger = new Int32Array(this.entries.length * 2);
      larger.set(this.entries);
      this.entries = larger;
    }
    if (this.used + length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(this.bytes.length * 2 + length);
      this.bytes.copy(larger, 0, 0, this.used);
      this.bytes = larger;
    }
    this.entries[entry + HIGH] = high;
    this.entries[entry + LOW] = low;
    this.entries[entry + LENGTH] = length;
    this.entries[entry + START] = this.used;
    for (let index = start; index < end; index++) this.bytes[this.used++] = source[index] ?? 0;
    this.slots[slot] = id;
    if (this.count * 2 > this.slots.length) this.growSlots();
    return id;
  }

  private hasRest(own: number, source: Uint8Array, start: number, length: number): boolean {
    const { bytes } = this;
    for (let index = PREFIX_BYTES; index < length; index++) {
      if (bytes[own + index] !== source[start + index]) return false;
    }
    return true;
  }

  /** Puts texts that begin alike in order; few do, but a file of nonsense may make all of them. */
  private sortTies(places: Uint32Array, highs: Uint32Array, lows: Uint32Array): void {
    for (let start = 0; start < places.length; ) {
      const first = places[start] ?? 0;
      let end = start + 1;
      for (; end < places.length; end++) {
        const other = places[end] ?? 0;
        if (highs[other] !== highs[first] || lows[other] !== lows[first]) break;
      }
      if (end - start > 1) {
        places.set(
          [...places.subarray(start, end)].sort((one, other) => this.compare(one, other)),
          start,
        );
      }
      start = end;
    }
  }

  private compare(one: number, other: number): number {
    const { bytes } = this;
    const first = this.startOf(one);
    const second = this.startOf(other);
    const secondEnd = second + this.lengthOf(other);
    return bytes.compare(bytes, second, secondEnd, first, first + this.lengthOf(one));
  }

  /** Makes room for four times as many, by numbering all texts again in their order. */
  private growSlots(): void {
    const { bytes, count } = this;
    this.slots = new Int32Array(this.slots.length * 4).fill(-1);
    this.count = 0;
    this.used = 0;
    for (let id = 0; id < count; id++) {
      const start = this.startOf(id);
      // Each text is written again where it stands.
      this.find(bytes, start, start + this.lengthOf(id));
    }
  }
}

/** Up to four bytes as the bits of a number that orders, unsigned, as they do. */
export function prefixAt(source: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length >= 4) {
    return (
      ((source[start] ?? 0) << 24) |
      ((source[start + 1] ?? 0) << 16) |
      ((source[start + 2] ?? 0) << 8) |
      (source[start + 3] ?? 0)
    );
  }
  let prefix = 0;
  for (let index = 0; index < length; index++) prefix |= (source[start + index] ?? 0) << (24 - 8 * index);
  return prefix;
}
