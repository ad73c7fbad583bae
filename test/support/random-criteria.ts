import type { QueryWord } from '../../src/domain/name-query.ts';
import type { SearchCriteria } from '../../src/registry/criteria.ts';
import type { NaiveSearch } from './naive-search.ts';

/** A search as somebody might ask for it. */
export interface RandomSearch {
  readonly criteria: SearchCriteria;
  readonly page: number;
  readonly limit: number;
}

type Subject = NaiveSearch['subjects'][number];

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Makes up searches: the same ones for the same seed. */
export class SearchMaker {
  private state: number;

  constructor(
    private readonly subjects: readonly Subject[],
    seed: number,
  ) {
    this.state = seed >>> 0;
  }

  /** One to five criteria, mostly such that some establishment meets them all, and any page. */
  make(): RandomSearch {
    const subject = this.pick(this.subjects) ?? this.fail();
    const makers = Object.entries(MAKERS);
    let criteria: SearchCriteria = {};
    for (let left = this.below(6); left > 0; left--) {
      const [name, make] = this.pick(makers) ?? this.fail();
      const other = this.chance(0.15) ? (this.pick(this.subjects) ?? subject) : subject;
      // What is empty in a record is asked for by nobody.
      criteria = { ...criteria, [name]: make(other, this) || undefined };
    }
    return { criteria, page: 1 + this.below(this.chance(0.5) ? 2 : 40), limit: 1 + this.below(100) };
  }

  /** Some of the words, now and then as a prefix, with another's or misspelt. */
  words(words: ReadonlySet<string>): QueryWord[] | undefined {
    const known = [...words].filter((word) => !/^\d+$/.test(word));
    if (known.length === 0) return undefined;
    const asked: QueryWord[] = [];
    for (let left = 1 + this.below(3); left > 0; left--) {
      const word = this.pick(known) ?? '';
      if (word.length > 3 && this.chance(0.15))
        asked.push({ word: word.slice(0, 3 + this.below(4)), prefix: true });
      else asked.push({ word: this.chance(0.15) ? this.misspell(word) : word, prefix: false });
    }
    return asked;
  }

  /** A city, now and then with another, as one that has two codes. */
  cities(city: string): string[] {
    const other = this.chance(0.3) ? this.pick(this.subjects)?.record.city : undefined;
    return other === undefined || other === city ? [city] : [city, other];
  }

  /** Days about one: a few, whole months, many years, or open at an end. */
  days(day: string): { from?: string; until?: string } {
    const around = day === '' ? '2015-06-30' : day;
    const ends = [
      () => around,
      () => `${around.slice(0, 8)}01`,
      () => `${around.slice(0, 4)}-01-01`,
      () => `${Number(around.slice(0, 4)) - this.below(30)}${around.slice(4)}`,
    ];
    const from = (this.pick(ends) ?? this.fail())();
    const later = [
      () => around,
      () => `${around.slice(0, 8)}28`,
      () => `${around.slice(0, 4)}-12-31`,
      () => `${Number(around.slice(0, 4)) + this.below(30)}${around.slice(4)}`,
    ];
    const until = (this.pick(later) ?? this.fail())();
    const shape = this.below(4);
    if (shape === 0) return { from };
    return shape === 1 ? { until } : { from, until };
  }

  /** One of a list, or undefined of an empty one. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  private misspell(word: string): string {
    const at = this.below(word.length);
    const letter = LETTERS.charAt(this.below(LETTERS.length));
    return word.slice(0, at) + letter + word.slice(at + this.below(2));
  }

  private chance(share: number): boolean {
    return this.below(1000) < share * 1000;
  }

  /** A whole number below another, by a linear congruence whose high bits are good enough here. */
  private below(limit: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }

  private fail(): never {
    throw new Error('There is nothing to pick from.');
  }
}

type Maker = (subject: Subject, searches: SearchMaker) => unknown;

/** How each criterion is made from an establishment that shall meet it. */
const MAKERS: Readonly<Record<keyof SearchCriteria, Maker>> = {
  mainActivity: ({ record }) => record.mainActivity,
  secondaryActivity: ({ record }, searches) => searches.pick(record.secondaryActivities.split(',')),
  anyActivity: ({ record }, searches) =>
    searches.pick([record.mainActivity, ...record.secondaryActivities.split(',')]),
  legalNature: ({ record }) => record.legalNature,
  country: ({ record }) => record.country || '105',
  state: ({ record }) => record.state,
  cities: ({ record }, searches) => searches.cities(record.city),
  cep: ({ record }) => record.cep,
  status: ({ record }) => record.status,
  size: ({ record }) => record.size,
  statusDate: ({ record }, searches) => searches.days(record.statusDate),
  startDate: ({ record }, searches) => searches.days(record.startDate),
  companyName: ({ company }, searches) => searches.words(company),
  tradeName: ({ trade }, searches) => searches.words(trade),
  partnerName: ({ partners }, searches) => searches.words(searches.pick(partners) ?? new Set()),
  cnpj: ({ cnpj }) => cnpj,
  root: ({ cnpj }) => cnpj.slice(0, 8),
};
