import { writeFileSync } from 'node:fs';
import { findCityBySiafiId } from '../domain/city.ts';
import { wordsOf } from '../domain/text.ts';
import { FIELDS } from '../registry/fields.ts';
import type { PartnerRecord, RegimeRecord } from '../registry/record.ts';
import { type AdditionParts, AdditionQueue, uniteRegistrations } from './additions.ts';
import { composeCompany, composeRecord, type Registrations } from './compose.ts';
import { covers } from './coverage.ts';
import { postEstablishment } from './establishment-postings.ts';
import { type Oddity, OddityCounter } from './oddities.ts';
import { PostingsBuilder } from './postings.ts';
import { type Assembled, type Coverage, ROW_KINDS, type RowKind } from './protocol.ts';
import { RecordWriter } from './record-writer.ts';
import { RowCursor } from './row-cursor.ts';
import type { KnownCodes, RowContext } from './rows/casts.ts';
import { castCompany, MISSING_COMPANY } from './rows/company.ts';
import { castEstablishment, type EstablishmentRow } from './rows/establishment.ts';
import { castPartner, comparePartners, compareText } from './rows/partner.ts';
import { castRegime, castStateRegistration, castSuframa } from './rows/registrations.ts';
import { castSimples } from './rows/simples.ts';
import { type RootRange, readRange, type Spill } from './spill.ts';

/** What all ranges of one import have in common. */
export interface AssemblySettings {
  readonly spills: readonly Spill[];
  readonly known: KnownCodes;
  readonly lastYear: number;
  readonly coverage: Coverage;
  /** The moment of the extraction, ISO 8601 in UTC: what was learnt later than that is newer than the files. */
  readonly extractedAt: string;
}

const ROOT_LENGTH = 8;

const ORPHANS: Readonly<Record<RowKind, Oddity | undefined>> = {
  companies: undefined,
  establishments: undefined,
  partners: 'orphanPartner',
  simples: 'orphanSimples',
  regimes: 'orphanRegime',
  suframa: 'orphanSuframa',
  stateRegistrations: 'orphanStateRegistration',
};

/** Rows of these belong to one CNPJ, rows of the others to a whole company. */
const KEYED_BY_CNPJ: ReadonlySet<RowKind> = new Set([
  'establishments',
  'regimes',
  'suframa',
  'stateRegistrations',
]);
const UTF8_KINDS: ReadonlySet<RowKind> = new Set(['suframa', 'stateRegistrations']);

/** Joins one range of roots: records in CNPJ order, the postings of all that is searched by, the counts. */
class RangeAssembly {
  private readonly oddities = new OddityCounter();
  private readonly context: RowContext;
  private readonly postings = new PostingsBuilder();
  private readonly writer: RecordWriter;
  private readonly cursors: ReadonlyMap<RowKind, RowCursor>;
  private readonly partnerEstablishments: number[] = [];
  private readonly cityStates = new Map<string, string>();
  private readonly counts = new Map<RowKind, number>(ROW_KINDS.map((kind) => [kind, 0]));
  private readonly additions: AdditionQueue;

  constructor(
    private readonly settings: AssemblySettings,
    range: RootRange,
    additions: readonly AdditionParts[],
  ) {
    this.additions = new AdditionQueue(additions);
    const { known, lastYear, spills } = settings;
    this.context = { oddities: this.oddities, known, lastYear };
    const rows = readRange(spills, range, ROW_KINDS.length);
    this.cursors = new Map(
      ROW_KINDS.map((kind, number) => {
        const keyLength = KEYED_BY_CNPJ.has(kind) ? 12 : 8;
        const encoding = UTF8_KINDS.has(kind) ? 'utf8' : 'latin1';
        return [kind, new RowCursor(rows, number, keyLength, encoding, this.oddities, ORPHANS[kind])];
      }),
    );
    this.writer = new RecordWriter(rows.bytes.length);
  }

  /** Walks the range and writes its postings to `path`. */
  run(path: string): Assembled {
    const companies = this.cursor('companies');
    const establishments = this.cursor('establishments');
    for (;;) {
      const root = firstOf(establishments.key?.slice(0, ROOT_LENGTH), this.additions.root);
      const companyRoot = companies.key;
      if (root === undefined && companyRoot === undefined) break;
      if (root === undefined || (companyRoot !== undefined && companyRoot < root)) {
        this.passOver(companyRoot ?? '');
      } else {
        this.assembleCompany(root);
      }
    }
    for (const cursor of this.cursors.values()) cursor.finish();
    const { bytes, sections } = this.postings.encode();
    writeFileSync(path, bytes);
    return {
      type: 'assembled',
      ...this.writer.finish(),
      partners: Uint32Array.from(this.partnerEstablishments),
      run: { path, sections },
      counts: [...this.counts],
      oddities: this.oddities.entries(),
      cityStates: [...this.cityStates],
    };
  }

  private cursor(kind: RowKind): RowCursor {
    const cursor = this.cursors.get(kind);
    if (cursor === undefined) throw new Error(`No rows of the kind ${kind} are read.`);
    return cursor;
  }

  private take(kind: RowKind, key: string): string[][] {
    return this.cursor(kind).take(key);
  }

  private takeOne(kind: RowKind, key: string): string[] | undefined {
    return this.cursor(kind).takeOne(key);
  }

  /** Counts rows that the registry will have. */
  private count(kind: RowKind, rows: number): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + rows);
  }

  /** A company without establishments has no CNPJ that could be asked for. */
  private passOver(root: string): void {
    this.takeOne('companies', root);
    this.take('partners', root);
    this.takeOne('simples', root);
    this.oddities.add('emptyCompany');
  }

  private assembleCompany(root: string): void {
    const establishments = this.cursor('establishments');
    const companyRow = this.takeOne('companies', root);
    const isMissing = companyRow === undefined && establishments.key?.startsWith(root) === true;
    const company = companyRow ? castCompany(companyRow, this.context) : MISSING_COMPANY;
    const simplesRow = this.takeOne('simples', root);
    const simples = simplesRow && castSimples(simplesRow, this.context);
    const partners = this.take('partners', root).map((row) => castPartner(row, this.context));
    if (partners.length > 1) partners.sort(comparePartners);
    const text = composeCompany(company, simples, partners);
    const words = wordsOf(company.name);
    const before = this.writer.count;
    let first = before;
    for (;;) {
      const published = establishments.key?.startsWith(root) ? establishments.key : undefined;
      const base = firstOf(published, this.additions.baseOf(root));
      if (base === undefined) break;
      const row = this.takeOne('establishments', base);
      const addition = this.additions.take(base);
      const registrations = this.takeRegistrations(base);
      if (addition !== undefined && (row === undefined || addition.updatedAt > this.settings.extractedAt)) {
        this.postPartners(partners, first, this.writer.count - first);
        this.addAddition(addition, registrations);
        first = this.writer.count;
        continue;
      }
      if (row === undefined) break;
      const own = castEstablishment(row, this.context);
      // What somebody has looked up is served, whatever the registry is limited to.
      if (addition === undefined && !covers(this.settings.coverage, own)) continue;
      this.noteCity(own);
      postEstablishment(this.postings, company, words, own, this.writer.count);
      this.writer.add(base, composeRecord(text, own, registrations, ''));
      this.countEstablishment(registrations);
    }
    this.postPartners(partners, first, this.writer.count - first);
    if (this.writer.count === before) return;
    if (isMissing) this.oddities.add('missingCompany');
    else this.count('companies', 1);
    if (simples !== undefined) this.count('simples', 1);
    this.count('partners', partners.length);
  }

  /** Adds a record that was learnt later than the files, or that they lack, with the partners of its own. */
  private addAddition(addition: AdditionParts, registrations: Registrations): void {
    const { base, company, own, partners, simples, updatedAt } = addition;
    const stateRegistrations = uniteRegistrations(
      registrations.stateRegistrations,
      addition.stateRegistrations,
    );
    const all = { ...registrations, stateRegistrations };
    const number = this.writer.count;
    this.oddities.add('learntRecord');
    this.noteCity(own);
    postEstablishment(this.postings, company, wordsOf(company.name), own, number);
    this.writer.add(base, composeRecord(composeCompany(company, simples, partners), own, all, updatedAt));
    this.countEstablishment(all);
    this.postPartners(partners, number, 1);
  }

  private countEstablishment({ regimes, stateRegistrations, suframa }: Registrations): void {
    this.count('establishments', 1);
    this.count('regimes', regimes.length);
    this.count('stateRegistrations', stateRegistrations.length);
    this.count('suframa', suframa.length);
  }

  private takeRegistrations(base: string): Registrations {
    const regimes = this.take('regimes', base).flatMap((row) => castRegime(row, this.context) ?? []);
    const suframa = this.take('suframa', base).map((row) => castSuframa(row, this.context));
    const stateRegistrations = this.take('stateRegistrations', base).map((row) =>
      castStateRegistration(row, this.context),
    );
    suframa.sort((one, other) => compareText(one.registration, other.registration));
    stateRegistrations.sort(
      (one, other) =>
        compareText(one.state, other.state) || compareText(one.registration, other.registration),
    );
    return { regimes: distinctRegimes(regimes), suframa, stateRegistrations };
  }

  /**
   * Partners have numbers of their own, so that all the words of a name can be asked of one of them; a word that is
   * asked alone is found by the establishments themselves.
   */
  private postPartners(partners: readonly PartnerRecord[], first: number, count: number): void {
    if (count === 0 || partners.length === 0) return;
    const companyWords = new Set<string>();
    for (const partner of partners) {
      const number = this.partnerEstablishments.length / 2;
      for (const word of wordsOf(partner.name)) {
        this.postings.add(FIELDS.partnerWord, word, number);
        companyWords.add(word);
      }
      this.partnerEstablishments.push(first, count);
    }
    for (const word of companyWords) {
      for (let number = first; number < first + count; number++) {
        this.postings.add(FIELDS.companyPartnerWord, word, number);
      }
    }
  }

  private noteCity({ city, state }: EstablishmentRow): void {
    if (city === '' || state === '' || this.cityStates.has(city)) return;
    if (findCityBySiafiId(city) === undefined) this.cityStates.set(city, state);
  }
}

/** The smaller of two keys, either of which may have come to its end. */
function firstOf(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || (other !== undefined && other < one)) return other;
  return one;
}

/** Regimes by year, then form; a repeated pair stands once. */
function distinctRegimes(regimes: readonly RegimeRecord[]): readonly RegimeRecord[] {
  if (regimes.length < 2) return regimes;
  const byPair = new Map(regimes.map((regime) => [`${regime.year} ${regime.form}`, regime]));
  return [...byPair.values()].sort(
    (one, other) => compareText(one.year, other.year) || compareText(one.form, other.form),
  );
}

/** Joins one range of roots, with what was learnt of them, and writes its postings to `path`. */
export function assembleRange(
  settings: AssemblySettings,
  range: RootRange,
  additions: readonly AdditionParts[],
  path: string,
): Assembled {
  return new RangeAssembly(settings, range, additions).run(path);
}
