import { PlaceSorter } from './place-sorter.ts';
import { KEY_START, ROOT_LENGTH } from './spill.ts';

const ORDER_LENGTH = 4;
const BASE = 36;

/** Roots are sorted in two halves, since their numbers have 42 bits. */
const HALF = 2 ** 32;

/** The value of a key's character; a blank, where there is no order number, counts as zero. */
function digitOf(code: number): number {
  if (code < 58) return code < 48 ? 0 : code - 48;
  return code - 55;
}

function numberAt(bytes: Uint8Array, at: number, length: number): number {
  let number = 0;
  for (let index = at; index < at + length; index++) number = number * BASE + digitOf(bytes[index] ?? 0);
  return number;
}

/** The number of a root, or of its beginning filled with zeros: base 36, so that numbers order as texts do. */
export function rootNumber(beginning: string): number {
  return numberAt(Buffer.from(beginning.padEnd(ROOT_LENGTH, '0'), 'latin1'), 0, ROOT_LENGTH);
}

/** The number of an order of four characters. */
export function orderNumber(order: string): number {
  return numberAt(Buffer.from(order, 'latin1'), 0, ORDER_LENGTH);
}

/** The rows of one kind: where each begins, its root and its order as numbers. One object serves many ranges. */
export class KeyedRows {
  /** How many rows there are. */
  length = 0;
  private starts = new Uint32Array(1 << 10);
  private roots = new Float64Array(1 << 10);
  private orders = new Uint32Array(1 << 10);
  private lows = new Uint32Array(1 << 10);
  private highs = new Uint32Array(1 << 10);
  private readonly sorter = new PlaceSorter();
  private places: Uint32Array = new Uint32Array(0);

  /** Forgets the rows. */
  clear(): void {
    this.length = 0;
  }

  /** Adds the row that begins at `start`, if its root is from `from`, inclusive, to `to`, exclusive. */
  add(bytes: Buffer, start: number, from: number, to: number): void {
    const root = numberAt(bytes, start + KEY_START, ROOT_LENGTH);
    if (root < from || root >= to) return;
    if (this.length === this.starts.length) this.grow();
    this.starts[this.length] = start;
    this.roots[this.length] = root;
    this.orders[this.length] = numberAt(bytes, start + KEY_START + ROOT_LENGTH, ORDER_LENGTH);
    this.length++;
  }

  /** Where the row begins that is `place`-th by key; NaN past the end, as of its key. */
  startAt(place: number): number {
    return place < this.length ? (this.starts[this.places[place] ?? 0] ?? 0) : Number.NaN;
  }

  /** The root of the row that is `place`-th by key; infinite past the end. */
  rootAt(place: number): number {
    return place < this.length ? (this.roots[this.places[place] ?? 0] ?? 0) : Number.POSITIVE_INFINITY;
  }

  /** The order number of the row that is `place`-th by key; infinite past the end. */
  orderAt(place: number): number {
    return place < this.length ? (this.orders[this.places[place] ?? 0] ?? 0) : Number.POSITIVE_INFINITY;
  }

  /** Puts the rows in the order of root and order number; rows of one key stay as they came. */
  sort(): void {
    const { length, roots, highs, lows } = this;
    let least = Number.POSITIVE_INFINITY;
    for (let index = 0; index < length; index++) least = Math.min(least, roots[index] ?? 0);
    // A range's roots lie close together, so that most of what is sorted by is zero and skipped.
    for (let index = 0; index < length; index++) {
      const step = (roots[index] ?? 0) - least;
      const high = Math.floor(step / HALF);
      highs[index] = high;
      lows[index] = step - high * HALF;
    }
    this.places = this.sorter.sort([this.orders, lows, highs], length);
  }

  private grow(): void {
    const capacity = this.starts.length * 2;
    const starts = new Uint32Array(capacity);
    const roots = new Float64Array(capacity);
    const orders = new Uint32Array(capacity);
    starts.set(this.starts);
    roots.set(this.roots);
    orders.set(this.orders);
    this.lows = new Uint32Array(capacity);
    this.highs = new Uint32Array(capacity);
    this.starts = starts;
    this.roots = roots;
    this.orders = orders;
  }
}
