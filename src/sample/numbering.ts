import { checkDigits } from '../domain/cnpj.ts';
import { mix } from './random.ts';

const HALF = 10_000;
const ROUNDS = 4;
/** One root in 625 and one branch in 800 have letters: with them about one CNPJ in 500 is alphanumeric. */
const LETTERED_ROOT_EVERY = 625;
const LETTERED_ORDER_EVERY = 800;
const FIRST_LETTERED_ROOT = 17;

/** The most roots there are: eight decimal digits. */
export const MAX_ROOTS = HALF * HALF;

/** The most companies a sample may have: the other roots are for rows of companies that it lacks. */
export const MAX_COMPANIES = MAX_ROOTS / 2;

/**
 * The roots and orders of the sample's companies. A company's root is a shuffled form of its index, by a small Feistel
 * network over two halves of four decimals: no two indexes share one, none has to be remembered, and rows written in
 * the order of the indexes are not in the order of the CNPJs.
 */
export class Numbering {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The root of the company of an index, with letters for one in a few hundred. */
  rootAt(index: number): string {
    const number = this.#shuffle(index);
    if (!isLettered(index)) return String(number).padStart(8, '0');
    // Six places hold any number in base 36, so that two companies never share a root; two letters surround them.
    const body = number.toString(36).toUpperCase().padStart(6, '0');
    return `${letter(mix(number, 1))}${[...body].reverse().join('')}${letter(mix(number, 2))}`;
  }

  /** The order of a company's establishment, counted from 1: `0001`, or one with letters for a few branches. */
  orderAt(index: number, place: number): string {
    if (!this.hasLetteredOrder(index, place)) return String(place).padStart(4, '0');
    return `${letter(mix(index, place))}${place.toString(36).toUpperCase().padStart(3, '0')}`;
  }

  /** Whether a company with a numeric root has letters in the order of this establishment. */
  hasLetteredOrder(index: number, place: number): boolean {
    if (place === 1 || isLettered(index)) return false;
    // The twentieth branch of any company has letters, so that samples too small for chance have one as well.
    return place === 21 || mix(this.#seed ^ place, index) % LETTERED_ORDER_EVERY === 0;
  }

  #shuffle(index: number): number {
    let left = Math.floor(index / HALF);
    let right = index % HALF;
    for (let round = 0; round < ROUNDS; round++) {
      const next = (left + (mix(this.#seed + round, right) % HALF)) % HALF;
      left = right;
      right = next;
    }
    return left * HALF + right;
  }
}

/** Whether the company of this index has a root with letters. */
export function isLettered(index: number): boolean {
  return index % LETTERED_ROOT_EVERY === FIRST_LETTERED_ROOT;
}

/** The whole CNPJ of a root's establishment, unpunctuated. */
export function cnpjOf(root: string, order: string): string {
  return root + order + checkDigits(root + order);
}

/** A whole CNPJ as `12.345.678/0001-95`, as the files of the tax regimes have it. */
export function punctuate(cnpj: string): string {
  return `${cnpj.slice(0, 2)}.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/${cnpj.slice(8, 12)}-${cnpj.slice(12)}`;
}

function letter(hash: number): string {
  return String.fromCharCode(65 + (hash % 26));
}
