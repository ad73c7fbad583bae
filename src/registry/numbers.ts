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

  constructor(database: RegistryDatabase) {
    this.count = database.facts.served;
    this.byNumber = database.prepare('SELECT block, keys FROM key_block WHERE block = ?');
    this.byKey = database.prepare(
      'SELECT block, keys FROM key_block WHERE first_key <= ? ORDER BY first_key DESC LIMIT 1',
    );
  }

  /** The CNPJs of numbers, of fourteen characters each. */
  cnpjsOf(numbers: readonly number[]): string[] {
    let view: DataView | undefined;
    let viewed = -1;
    return numbers.map((number) => {
      const block = Math.floor(number / KEYS_PER_BLOCK);
      if (view === undefined || block !== viewed) {
        view = viewOf(this.byNumber.get(block));
        viewed = block;
      }
      const base = unpackKey(view.getBigInt64((number % KEYS_PER_BLOCK) * BYTES_PER_KEY, true));
      return base + checkDigits(base);
    });
  }

  /** The numbers of the establishments whose keys are from one to another, both inclusive. */
  rangeOf(firstKey: bigint, lastKey: bigint): NumberRange {
    return { from: this.countBelow(firstKey), until: this.countBelow(lastKey + 1n) };
  }

  /** How many establishments have a key below this one: the number of the first that has not. */
  private countBelow(key: bigint): number {
    const row = this.byKey.get(key);
    if (row === null) return 0;
    const view = viewOf(row);
    let low = 0;
    let high = view.byteLength / BYTES_PER_KEY;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (view.getBigInt64(middle * BYTES_PER_KEY, true) < key) low = middle + 1;
      else high = middle;
    }
    return row.block * KEYS_PER_BLOCK + low;
  }
}

function viewOf(row: KeyBlock | null): DataView {
  if (row === null) throw new Error('The registry lacks a block of its key_block: run the import again.');
  const { keys } = row;
  return new DataView(keys.buffer, keys.byteOffset, keys.byteLength);
}
