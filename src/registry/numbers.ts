import type { Statement } from 'bun:sqlite';
import { checkDigits } from '../domain/cnpj.ts';
import type { RegistryDatabase } from './database.ts';
import { KEYS_PER_BLOCK } from './fields.ts';
import { unpackKey } from './key.ts';

const BYTES_PER_KEY = 8;

interface KeyBlock {
  readonly block: number;
  readonly keys: Uint8Array;
}

/** A block of keys in memory. */
interface ReadBlock {
  readonly block: number;
  readonly keys: DataView;
  readonly first: bigint;
  readonly last: bigint;
}

/** Numbers from one to before another. */
export interface NumberRange {
  readonly from: number;
  readonly until: number;
}

/** From an establishment's number, which counts them in CNPJ order, to its CNPJ and back. */
export class NumberTable {
  /** How many establishments there are. */
  readonly count: number;
  private readonly byNumber: Statement<KeyBlock, [number]>;
  private readonly byKey: Statement<KeyBlock, [bigint]>;
  /** The block last read: one question reads the same again and again. */
  private read: ReadBlock | undefined;

  constructor(database: RegistryDatabase) {
    this.count = database.facts.served;
    this.byNumber = database.prepare('SELECT block, keys FROM key_block WHERE block = ?');
    this.byKey = database.prepare(
      'SELECT block, keys FROM key_block WHERE first_key <= ? ORDER BY first_key DESC LIMIT 1',
    );
  }

  /** The CNPJs of numbers, of fourteen characters each. */
  cnpjsOf(numbers: readonly number[]): string[] {
    return numbers.map((number) => {
      const { keys } = this.blockAt(Math.floor(number / KEYS_PER_BLOCK));
      const base = unpackKey(keyAt(keys, number % KEYS_PER_BLOCK));
      return base + checkDigits(base);
    });
  }

  /** The numbers of the establishments whose keys are from one to another, both inclusive. */
  rangeOf(firstKey: bigint, lastKey: bigint): NumberRange {
    return { from: this.countBelow(firstKey), until: this.countBelow(lastKey + 1n) };
  }

  /** How many establishments have a key below this one: the number of the first that has not. */
  private countBelow(key: bigint): number {
    const read = this.blockOf(key);
    if (read === undefined) return 0;
    const { block, keys } = read;
    let low = 0;
    let high = keys.byteLength / BYTES_PER_KEY;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keyAt(keys, middle) < key) low = middle + 1;
      else high = middle;
    }
    return block * KEYS_PER_BLOCK + low;
  }

  private blockAt(block: number): ReadBlock {
    return this.read?.block === block ? this.read : this.take(this.byNumber.get(block));
  }

  /** The last block that begins at a key or before it; none where all keys are greater. */
  private blockOf(key: bigint): ReadBlock | undefined {
    const { read } = this;
    if (read !== undefined && read.first <= key && key <= read.last) return read;
    const row = this.byKey.get(key);
    return row === null ? undefined : this.take(row);
  }

  private take(row: KeyBlock | null): ReadBlock {
    if (row === null) throw new Error('The registry lacks a block of its key_block: run the import again.');
    const { block, keys: bytes } = row;
    const keys = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const last = keyAt(keys, bytes.byteLength / BYTES_PER_KEY - 1);
    this.read = { block, keys, first: keyAt(keys, 0), last };
    return this.read;
  }
}

function keyAt(keys: DataView, place: number): bigint {
  return keys.getBigInt64(place * BYTES_PER_KEY, true);
}
