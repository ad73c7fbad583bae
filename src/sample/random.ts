const RANGE = 2 ** 32;
const SLOTS = 2 ** 14;

/** Mixes two whole numbers into one unsigned 32-bit number in which every bit depends on both. */
export function mix(left: number, right: number): number {
  let hash = Math.imul(left ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul((right + 0x7f4a7c15) | 0, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The item at an index that the caller knows to exist; a RangeError tells a broken table early. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`No item ${index} in a list of ${list.length}.`);
  return item;
}

/**
 * A small, fast generator of pseudo-random numbers (sfc32) that is restarted for every company, so that a company's
 * rows depend on the seed and its index alone, and never on what was written before.
 */
export class Random {
  readonly #seed: number;
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.restart(0, 0);
  }

  /** Starts the sequence that belongs to one index and one stream: the same pair always gives the same numbers. */
  restart(index: number, stream: number): void {
    this.#a = mix(this.#seed, stream);
    this.#b = mix(this.#seed ^ 0x5bf03635, index);
    this.#c = index | 0;
    this.#counter = 1;
    for (let round = 0; round < 8; round++) this.next();
  }

  /** The next unsigned 32-bit number. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A fraction from 0, included, to 1, excluded. */
  unit(): number {
    return this.next() / RANGE;
  }

  /** A whole number from 0 to one less than the limit. */
  below(limit: number): number {
    return Math.floor((this.next() / RANGE) * limit);
  }

  /** A whole number from the first to the last, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  /** Whether something of this probability happens. */
  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** Any item of the list, all of them equally likely. */
  pick<T>(list: readonly T[]): T {
    return itemAt(list, this.below(list.length));
  }

  /** So many decimal digits as text, leading zeros included. */
  digits(count: number): string {
    return String(this.below(10 ** count)).padStart(count, '0');
  }
}

/**
 * A skewed choice, spread over a table of some sixteen thousand slots so that a pick costs one look-up. Every item
 * has at least one slot: what is rare still happens. The table is made at the first pick, and costs nothing before.
 */
export class Weighted<T> {
  readonly #items: readonly (readonly [item: T, weight: number])[];
  readonly #slots: T[] = [];

  constructor(items: readonly (readonly [item: T, weight: number])[]) {
    this.#items = items;
  }

  /** Any item, as often as its weight says. */
  pick(random: Random): T {
    if (this.#slots.length === 0) this.#fill();
    return itemAt(this.#slots, random.below(this.#slots.length));
  }

  #fill(): void {
    const total = this.#items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of this.#items) {
      const share = Math.max(1, Math.round((weight / total) * SLOTS));
      for (let slot = 0; slot < share; slot++) this.#slots.push(item);
    }
  }
}

/** A choice among items listed from the most to the least frequent, whose frequencies fall as Zipf's law says. */
export function rankedChoice<T>(items: readonly T[], steepness: number): Weighted<T> {
  return new Weighted(items.map((item, rank) => [item, 1 / (rank + 2) ** steepness] as const));
}
