import { writeFileSync } from 'node:fs';
import { findCityBySiafiId } from '../domain/city.ts';
import { wordsOf } from '../domain/text.ts';
import { FIELDS } from '../registry/fields.ts';
import type { PartnerRecord, RegimeRecord } from '../registry/record.ts';
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

  constructor(
    private readonly settings: AssemblySettings,
    range: RootRange,
  ) {
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
      const root = establishments.key?.slice(0, ROOT_LENGTH);
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

  /** Takes the rows of a key and counts them as the registry's. */
  private take(kind: RowKind, key: string): string[][] {
    const rows = this.cursor(kind).take(key);
    this.count(kind, rows.length);
    return rows;
  }

  private takeOne(kind: RowKind, key: string): string[] | undefined {
    const row = this.cursor(kind).takeOne(key);
    if (row !== undefined) this.count(kind, 1);
    return row;
  }

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
    const companyRow = this.takeOne('companies', root);
    if (companyRow === undefined) this.oddities.add('missingCompany');
    const company = companyRow ? castCompany(companyRow, this.context) : MISSING_COMPANY;
    const simplesRow = this.takeOne('simples', root);
    const simples = simplesRow && castSimples(simplesRow, this.context);
    const partners = this.take('partners', root).map((row) => castPartner(row, this.context));
    if (partners.length > 1) partners.sort(comparePartners);
    const text = composeCompany(company, simples, partners);
    const words = wordsOf(company.name);
    const first = this.writer.count;
    const establishments = this.cursor('establishments');
    for (let base = establishments.key; base?.startsWith(root); base = establishments.key) {
      const row = this.takeOne('establishments', base);
      if (row === undefined) break;
      const own = castEstablishment(row, this.context);
      const registrations = this.takeRegistrations(base);
      if (!covers(this.settings.coverage, own)) continue;
      this.noteCity(own);
      postEstablishment(this.postings, company, words, own, this.writer.count);
      this.writer.add(base, composeRecord(text, own, registrations, ''));
    }
    this.postPartners(partners, first, this.writer.count - first);
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

  /** Partners have numbers of their own, so that all the words of a name can be asked of one of them. */
  private postPartners(partners: readonly PartnerRecord[], first: number, count: number): void {
    if (count === 0) return;
    for (const partner of partners) {
      const number = this.partnerEstablishments.length / 2;
      for (const word of wordsOf(partner.name)) this.postings.add(FIELDS.partnerWord, word, number);
      this.partnerEstablishments.push(first, count);
    }
  }

  private noteCity({ city, state }: EstablishmentRow): void {
    if (city === '' || state === '' || this.cityStates.has(city)) return;
    if (findCityBySiafiId(city) === undefined) this.cityStates.set(city, state);
  }
}

/** Regimes by year, then form; a repeated pair stands once. */
function distinctRegimes(regimes: readonly RegimeRecord[]): readonly RegimeRecord[] {
  if (regimes.length < 2) return regimes;
  const byPair = new Map(regimes.map((regime) => [`${regime.year} ${regime.form}`, regime]));
  return [...byPair.values()].sort(
    (one, other) => compareText(one.year, other.year) || compareText(one.form, other.form),
  );
}

/** Joins one range of roots and writes its postings to `path`. */
export function assembleRange(settings: AssemblySettings, range: RootRange, path: string): Assembled {
  return new RangeAssembly(settings, range).run(path);
}
