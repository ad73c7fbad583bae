import type { Statement } from 'bun:sqlite';
import { checkDigits } from '../domain/cnpj.ts';
import type { RegistryDatabase } from './database.ts';
import { KEYS_PER_BLOCK } from './fields.ts';
import { unpackKeyHalves } from './key.ts';

const BYTES_PER_KEY = 8;

/** A block as it is stored: eight bytes a key, the lowest first. */
interface KeyBlock {
  readonly block: number;
  readonly keys: Uint8Array;
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
  private read: KeyBlock | undefined;

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
      const keys = this.keysAt(Math.floor(number / KEYS_PER_BLOCK));
      const at = (number % KEYS_PER_BLOCK) * BYTES_PER_KEY;
      const base = unpackKeyHalves(uint32At(keys, at + 4), uint32At(keys, at));
      return base + checkDigits(base);
    });
  }

  /** The numbers of the establishments whose keys are from one to another, both inclusive. */
  rangeOf(firstKey: bigint, lastKey: bigint): NumberRange {
    return { from: this.countBelow(firstKey), until: this.countBelow(lastKey + 1n) };
  }

  /** How many establishments have a key below this one: the number of the first that has not. */
  private countBelow(key: bigint): number {
    const upper = Number(key >> 32n);
    const lower = Number(BigInt.asUintN(32, key));
    const read = this.isRead(upper, lower) ? this.read : this.find(key);
    if (read === undefined) return 0;
    const { block, keys } = read;
    let low = 0;
    let high = keys.length / BYTES_PER_KEY;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBelow(keys, middle, upper, lower)) low = middle + 1;
      else high = middle;
    }
    return block * KEYS_PER_BLOCK + low;
  }

  private keysAt(block: number): Uint8Array {
    if (this.read?.block === block) return this.read.keys;
    const row = this.byNumber.get(block);
    if (row === null) throw new Error('The registry lacks a block of its key_block: run the import again.');
    this.read = row;
    return row.keys;
  }

  /** Whether the block last read begins below a key, and ends at it or above. */
  private isRead(upper: number, lower: number): boolean {
    if (this.read === undefined) return false;
    const { keys } = this.read;
    const last = keys.length / BYTES_PER_KEY - 1;
    return isBelow(keys, 0, upper, lower) && !isBelow(keys, last, upper, lower);
  }

  /** The last block that begins at a key or before it; none where all keys are greater. */
  private find(key: bigint): KeyBlock | undefined {
    const row = this.byKey.get(key) ?? undefined;
    if (row !== undefined) this.read = row;
    return row;
  }
}

function uint32At(bytes: Uint8Array, at: number): number {
  const lower = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  const upper = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8);
  return upper * 2 ** 16 + lower;
}

/** Whether the key at a place of a block is below another, given by its upper and lower 32 bits. */
function isBelow(keys: Uint8Array, place: number, upper: number, lower: number): boolean {
  const at = place * BYTES_PER_KEY;
  const ownUpper = uint32At(keys, at + 4);
  return ownUpper < upper || (ownUpper === upper && uint32At(keys, at) < lower);
}
