import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompanyLookup } from '../../src/registry/company.ts';
import { RegistryDatabase } from '../../src/registry/database.ts';
import { NumberTable } from '../../src/registry/numbers.ts';
import { itemAt, Random } from '../../src/sample/random.ts';
import type { DataSet } from './data-set.ts';

/** Files of paths to ask for, a line each. */
export interface Targets {
  readonly publicLookups: string;
  readonly commercialLookups: string;
  readonly skewedPublicLookups: string;
  readonly skewedCommercialLookups: string;
  readonly rootListings: string;
  readonly skewedRootListings: string;
  readonly searches: string;
  readonly skewedSearches: string;
  /** Lookups for the most part, with some listings and searches between them. */
  readonly everything: string;
}

const COMMERCIAL = '/comercial';
/** So many are drawn, more than are asked for in a round; of a small registry as many as it has establishments. */
const DRAWS = { lookups: 1_000_000, listings: 200_000, searches: 20_000 } as const;

/** Draws of ranks, the first of which is twice as likely as the second, three times as the third: Zipf's law, s = 1. */
function drawByZipf(random: Random, ranks: number, draws: number): number[] {
  const sums = new Float64Array(ranks);
  let sum = 0;
  for (let rank = 0; rank < ranks; rank++) {
    sum += 1 / (rank + 1);
    sums[rank] = sum;
  }
  return Array.from({ length: draws }, () => {
    const drawn = random.unit() * sum;
    let low = 0;
    let high = ranks - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) <= drawn) low = middle + 1;
      else high = middle;
    }
    return low;
  });
}

function shuffle<Item>(items: Item[], random: Random): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    const item = itemAt(items, last);
    items[last] = itemAt(items, other);
    items[other] = item;
  }
}

/** Searches by the municipality and the main activity that an establishment of the registry has. */
function makeSearches(database: RegistryDatabase, cnpjs: readonly string[]): string[] {
  const companies = new CompanyLookup(database);
  return cnpjs.flatMap((cnpj) => {
    const { city = '', mainActivity = '' } = companies.findCompany(cnpj) ?? {};
    const ibgeId = database.cities.get(city)?.ibgeId;
    if (typeof ibgeId !== 'number' || mainActivity === '') return [];
    return [`${COMMERCIAL}/pesquisa?cidade_id=${ibgeId}&atividade_principal_id=${mainActivity}`];
  });
}

/** Draws what to ask a registry for, the same at every run, and writes it beside its data. */
export function writeTargets({ folder, registry }: DataSet): Targets {
  const below = join(folder, 'paths');
  mkdirSync(below, { recursive: true });
  const database = new RegistryDatabase(registry);
  try {
    const random = new Random(1);
    const numbers = new NumberTable(database);
    const all = numbers.cnpjsOf(Array.from({ length: numbers.count }, (_, number) => number));
    const count = (most: number) => Math.min(most, all.length);
    const draw = (most: number) => Array.from({ length: count(most) }, () => random.pick(all));
    const write = (name: string, paths: readonly string[]) => {
      const file = join(below, `${name}.txt`);
      writeFileSync(file, `${paths.join('\n')}\n`);
      return file;
    };
    const lookups = draw(DRAWS.lookups);
    const listings = draw(DRAWS.listings).map((cnpj) => `${COMMERCIAL}/cnpj-raiz/${cnpj.slice(0, 8)}`);
    const searches = makeSearches(database, draw(DRAWS.searches));
    const mixed = [...lookups.map((cnpj) => `${COMMERCIAL}/cnpj/${cnpj}`), ...listings, ...searches];
    shuffle(mixed, random);
    // Nearness in the file is no reason for being asked for often.
    shuffle(all, random);
    const skew = (list: readonly string[], draws: number) =>
      drawByZipf(random, list.length, draws).map((rank) => itemAt(list, rank));
    const skewed = skew(all, count(DRAWS.lookups));
    const open = (cnpj: string) => `/cnpj/${cnpj}`;
    const guarded = (cnpj: string) => `${COMMERCIAL}/cnpj/${cnpj}`;
    return {
      publicLookups: write('public', lookups.map(open)),
      commercialLookups: write('commercial', lookups.map(guarded)),
      skewedPublicLookups: write('public-skewed', skewed.map(open)),
      skewedCommercialLookups: write('commercial-skewed', skewed.map(guarded)),
      rootListings: write('listings', listings),
      skewedRootListings: write('listings-skewed', skew(listings, DRAWS.listings)),
      searches: write('searches', searches),
      skewedSearches: write('searches-skewed', skew(searches, DRAWS.listings)),
      everything: write('everything', mixed),
    };
  } finally {
    database.close();
  }
}
