import { Database } from 'bun:sqlite';
import type { QueryWord } from '../../src/domain/name-query.ts';
import type { SearchCriteria } from '../../src/registry/criteria.ts';
import type { DayRange } from '../../src/registry/days.ts';
import { unpackKey } from '../../src/registry/key.ts';
import { type EstablishmentRecord, parseRecord, readRecord } from '../../src/registry/record.ts';

/** An establishment with the words of its names, by a reading of the rules that has nothing in common with the index's. */
interface Subject {
  readonly cnpj: string;
  readonly record: EstablishmentRecord;
  readonly secondary: readonly string[];
  readonly company: ReadonlySet<string>;
  readonly trade: ReadonlySet<string>;
  readonly partners: readonly ReadonlySet<string>[];
}

type Names = 'company' | 'trade' | 'partner';

/** Fourteen characters from twelve, by the table of weights as the instruction prints it. */
function completeCnpj(base: string): string {
  const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  let text = base;
  for (const from of [1, 0]) {
    const sum = [...text].reduce(
      (all, sign, at) => all + (sign.charCodeAt(0) - 48) * (weights[from + at] ?? 0),
      0,
    );
    text += sum % 11 < 2 ? '0' : String(11 - (sum % 11));
  }
  return text;
}

/** The words of a name: pieces between separators, single letters joined where just a point or slash is between them. */
export function naiveWords(name: string): Set<string> {
  const folded = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  const pieces = folded.split(/([^\p{L}\p{N}]+)/u);
  const words: string[] = [];
  let joins = false;
  for (let at = 0; at < pieces.length; at += 2) {
    const piece = pieces[at] ?? '';
    const isLetter = /^\p{L}$/u.test(piece);
    const separator = pieces[at - 1];
    if (joins && isLetter && (separator === '.' || separator === '/')) {
      words[words.length - 1] += piece;
    } else if (piece !== '') {
      words.push(piece);
    }
    joins = isLetter;
  }
  return new Set(words.filter((word) => !/^[0-9]{11}$/.test(word)));
}

function distance(one: string, other: string, allowed: number): number {
  if (allowed < 0) return 99;
  if (one === '') return other.length;
  if (other === '') return one.length;
  if (one[0] === other[0]) return distance(one.slice(1), other.slice(1), allowed);
  return (
    1 +
    Math.min(
      distance(one.slice(1), other.slice(1), allowed - 1),
      distance(one.slice(1), other, allowed - 1),
      distance(one, other.slice(1), allowed - 1),
    )
  );
}

function isWithin(day: string, { from, until }: DayRange): boolean {
  return day !== '' && (from === undefined || day >= from) && (until === undefined || day <= until);
}

function hasWord(words: ReadonlySet<string>, { word, prefix }: QueryWord): boolean {
  if (!prefix) return words.has(word);
  for (const candidate of words) if (candidate.startsWith(word)) return true;
  return false;
}

/** Searches a registry by going through all of its records, each in turn. */
export class NaiveSearch {
  /** Every establishment, in CNPJ order. */
  readonly subjects: readonly Subject[];
  private readonly vocabularies: Readonly<Record<Names, Map<string, number>>>;

  constructor(path: string) {
    const database = new Database(path, { readonly: true, safeIntegers: true });
    const rows = database
      .query<{ key: bigint; record: Uint8Array }, []>('SELECT key, record FROM establishment')
      .all();
    database.close();
    this.subjects = rows
      .map(({ key, record }) => {
        const cnpj = completeCnpj(unpackKey(key));
        const parsed = parseRecord(cnpj, readRecord(Buffer.from(record)));
        return {
          cnpj,
          record: parsed,
          secondary: parsed.secondaryActivities.split(','),
          company: naiveWords(parsed.companyName),
          trade: naiveWords(parsed.tradeName),
          partners: parsed.partners.map(({ name }) => naiveWords(name)),
        };
      })
      .sort((one, other) => (one.cnpj < other.cnpj ? -1 : 1));
    this.vocabularies = this.countWords();
  }

  /** The CNPJs of all establishments that meet the criteria, in order. */
  find(criteria: SearchCriteria): string[] {
    const names = {
      companyName: this.meant('company', criteria.companyName),
      tradeName: this.meant('trade', criteria.tradeName),
      partnerName: this.meant('partner', criteria.partnerName),
    };
    const tests = testsOf({ ...criteria, ...names });
    return this.subjects.filter((subject) => tests.every((test) => test(subject))).map(({ cnpj }) => cnpj);
  }

  /** The words that a query means in the names of a kind: themselves, or the nearest spelling of one that is not there. */
  meant(names: Names, words: readonly QueryWord[] | undefined): QueryWord[] | undefined {
    return words?.map((asked) =>
      asked.prefix ? asked : { ...asked, word: this.nearest(names, asked.word) },
    );
  }

  private nearest(names: Names, word: string): string {
    const vocabulary = this.vocabularies[names];
    const allowed = /^\d+$/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
    if (vocabulary.has(word) || allowed === 0) return word;
    const near = [...vocabulary]
      .filter(([known]) => Math.abs(known.length - word.length) <= allowed && !/^\d+$/.test(known))
      .map(([known, count]) => ({ known, count, edits: distance(word, known, allowed) }))
      .filter(({ edits }) => edits <= allowed)
      .sort(
        (one, other) =>
          one.edits - other.edits || other.count - one.count || (one.known < other.known ? -1 : 1),
      );
    return near[0]?.known ?? word;
  }

  private countWords(): Record<Names, Map<string, number>> {
    const counts = { company: new Map(), trade: new Map(), partner: new Map() };
    const roots = new Set<string>();
    for (const { cnpj, company, trade, partners } of this.subjects) {
      const root = cnpj.slice(0, 8);
      for (const word of company) counts.company.set(word, (counts.company.get(word) ?? 0) + 1);
      for (const word of trade) counts.trade.set(word, (counts.trade.get(word) ?? 0) + 1);
      if (roots.has(root)) continue;
      roots.add(root);
      for (const words of partners) {
        for (const word of words) counts.partner.set(word, (counts.partner.get(word) ?? 0) + 1);
      }
    }
    return counts;
  }
}

type Test = (subject: Subject) => boolean;

/** What an establishment must pass to meet the criteria: one test for each that is asked for. */
function testsOf(asked: SearchCriteria): Test[] {
  const { statusDate = {}, startDate = {}, companyName = [], tradeName = [], partnerName = [] } = asked;
  const tests: Readonly<Record<keyof SearchCriteria, Test>> = {
    mainActivity: ({ record }) => record.mainActivity === asked.mainActivity,
    secondaryActivity: ({ secondary }) => secondary.includes(asked.secondaryActivity ?? ''),
    anyActivity: ({ record, secondary }) =>
      record.mainActivity === asked.anyActivity || secondary.includes(asked.anyActivity ?? ''),
    legalNature: ({ record }) => record.legalNature === asked.legalNature,
    country: ({ record }) => (record.country || (record.state === 'EX' ? '' : '105')) === asked.country,
    state: ({ record }) => record.state === asked.state,
    cities: ({ record }) => asked.cities?.includes(record.city) ?? true,
    cep: ({ record }) => record.cep === asked.cep,
    status: ({ record }) => record.status === asked.status,
    size: ({ record }) => record.size === asked.size,
    statusDate: ({ record }) => isWithin(record.statusDate, statusDate),
    startDate: ({ record }) => isWithin(record.startDate, startDate),
    companyName: ({ company }) => companyName.every((word) => hasWord(company, word)),
    tradeName: ({ trade }) => tradeName.every((word) => hasWord(trade, word)),
    partnerName: ({ partners }) =>
      partners.some((words) => partnerName.every((word) => hasWord(words, word))),
    cnpj: ({ cnpj }) => cnpj === asked.cnpj,
    root: ({ cnpj }) => cnpj.startsWith(asked.root ?? ''),
  };
  return NAMES_OF_CRITERIA.filter((name) => asked[name] !== undefined).map((name) => tests[name]);
}

const NAMES_OF_CRITERIA = [
  'mainActivity',
  'secondaryActivity',
  'anyActivity',
  'legalNature',
  'country',
  'state',
  'cities',
  'cep',
  'status',
  'size',
  'statusDate',
  'startDate',
  'companyName',
  'tradeName',
  'partnerName',
  'cnpj',
  'root',
] as const satisfies readonly (keyof SearchCriteria)[];
