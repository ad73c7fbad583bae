import { BRAZIL_COMEX_ID } from '../../domain/country.ts';
import { FIELDS } from '../../registry/fields.ts';
import type { ByteWriter } from '../byte-writer.ts';
import { CodeColumn } from '../code-column.ts';
import { DateColumn } from '../date-column.ts';
import { NameWords } from '../name-words.ts';
import { type FieldPostings, NO_TERM, type PostingsBuilder } from '../postings.ts';
import type { RowReader } from '../row-reader.ts';
import { ActivityList, copyCep, copyKind, copyLowerCase, copyPhone } from './byte-casts.ts';
import { countryCode, isoDate, type RowContext } from './casts.ts';
import type { EstablishmentRow } from './establishment.ts';
import {
  cityAbroad,
  cityCode,
  mainActivityCode,
  reasonCode,
  stateAbbreviation,
  statusCode,
} from './establishment.ts';

const ABROAD = 'EX';
const TAB = 9;
/** What the cast values of one row may have more bytes than the source has: dates' hyphens, leading zeros. */
const ROOM = 128;

/** Writes rows of Estabelecimentos, cast, and posts what they can be searched by. */
export class EstablishmentColumns {
  private readonly words: NameWords;
  private readonly statuses: CodeColumn;
  private readonly statusDates: DateColumn;
  private readonly reasons: CodeColumn;
  private readonly countries: CodeColumn;
  private readonly startDates: DateColumn;
  private readonly activities: CodeColumn;
  private readonly secondary: ActivityList;
  private readonly states: CodeColumn;
  private readonly cities: CodeColumn;
  private readonly citiesAbroad: CodeColumn;
  private readonly specialDates: CodeColumn;
  private readonly cepPostings: FieldPostings;
  private readonly countryPostings: FieldPostings;
  /** What the row that was written last has, as the columns number it. */
  private status = 0;
  private statusDate = 0;
  private country = 0;
  private startDate = 0;
  private activity = 0;
  private cep = NO_TERM;
  private state = 0;
  private city = 0;
  private cityColumn: CodeColumn;

  constructor(
    private readonly context: RowContext,
    postings: PostingsBuilder,
  ) {
    const field = (name: keyof typeof FIELDS) => postings.field(FIELDS[name]);
    this.cepPostings = field('cep');
    this.countryPostings = field('country');
    this.words = new NameWords(field('tradeWord'));
    this.statuses = new CodeColumn(statusCode, context, field('status'));
    this.statusDates = new DateColumn(context, field('statusDay'), field('statusMonth'), field('statusYear'));
    this.reasons = new CodeColumn(reasonCode, context);
    this.countries = new CodeColumn(countryCode, context, this.countryPostings);
    this.startDates = new DateColumn(context, field('startDay'), field('startMonth'), field('startYear'));
    this.activities = new CodeColumn(mainActivityCode, context, field('mainActivity'));
    this.secondary = new ActivityList(context, field('secondaryActivity'));
    this.states = new CodeColumn(stateAbbreviation, context, field('state'));
    this.cities = new CodeColumn(cityCode, context, field('city'));
    this.citiesAbroad = new CodeColumn(cityAbroad, context, field('city'));
    this.cityColumn = this.cities;
    this.specialDates = new CodeColumn(isoDate, context);
  }

  /** Forgets what was cast, as the postings do between two ranges. */
  clear(): void {
    for (const column of [this.statuses, this.reasons, this.countries, this.activities]) column.clear();
    for (const column of [this.states, this.cities, this.citiesAbroad, this.specialDates]) column.clear();
    this.statusDates.clear();
    this.startDates.clear();
  }

  /** What of the row that was written last decides whether a registry has it, and its city. */
  covered(): Pick<EstablishmentRow, 'state' | 'status' | 'mainActivity' | 'city'> {
    return {
      state: this.states.textOf(this.state),
      status: this.statuses.textOf(this.status),
      mainActivity: this.activities.textOf(this.activity),
      city: this.cityColumn.textOf(this.city),
    };
  }

  /** Writes the fields from `kind` to `specialStatusDate`. */
  write(reader: RowReader, out: ByteWriter): void {
    out.reserve(reader.length + ROOM);
    copyKind(reader, out, this.context);
    reader.next();
    this.words.clear();
    this.words.add(reader.bytes, reader.start, reader.end);
    out.put(TAB);
    out.copy(reader.bytes, reader.start, reader.end);
    out.put(TAB);
    this.status = this.statuses.copyNext(reader, out);
    out.put(TAB);
    this.statusDate = this.statusDates.copyNext(reader, out);
    out.put(TAB);
    this.reasons.copyNext(reader, out);
    copyTexts(reader, out, 1);
    out.put(TAB);
    this.country = this.countries.copyNext(reader, out);
    out.put(TAB);
    this.startDate = this.startDates.copyNext(reader, out);
    out.put(TAB);
    this.activity = this.activities.copyNext(reader, out);
    out.put(TAB);
    this.secondary.copyNext(reader, out);
    this.writeAddress(reader, out);
    for (let phones = 0; phones < 6; phones++) {
      out.put(TAB);
      copyPhone(reader, out);
    }
    out.put(TAB);
    copyLowerCase(reader, out);
    copyTexts(reader, out, 1);
    out.put(TAB);
    this.specialDates.copyNext(reader, out);
  }

  /** Posts the row that was written last. */
  post(number: number): void {
    this.words.post(number);
    this.statuses.post(this.status, number);
    this.statusDates.post(this.statusDate, number);
    this.startDates.post(this.startDate, number);
    this.activities.post(this.activity, number);
    this.secondary.post(number);
    this.states.post(this.state, number);
    this.cityColumn.post(this.city, number);
    this.cepPostings.post(this.cep, number);
    this.postCountry(number);
  }

  /** The source leaves the country of nearly every establishment blank, which in Brazil means Brazil. */
  private postCountry(number: number): void {
    if (this.countries.termOf(this.country) !== NO_TERM) this.countries.post(this.country, number);
    else if (this.states.textOf(this.state) !== ABROAD) {
      this.countryPostings.post(this.countryPostings.termOf(BRAZIL_COMEX_ID), number);
    }
  }

  /** Street type, street, number, complement and district, then the place. */
  private writeAddress(reader: RowReader, out: ByteWriter): void {
    copyTexts(reader, out, 5);
    out.put(TAB);
    this.cep = copyCep(reader, out, this.context, this.cepPostings);
    out.put(TAB);
    this.state = this.states.copyNext(reader, out);
    out.put(TAB);
    this.cityColumn = this.states.textOf(this.state) === ABROAD ? this.citiesAbroad : this.cities;
    this.city = this.cityColumn.copyNext(reader, out);
  }
}

/** Copies some fields of free text, each behind a separator: the scanner has cleaned them. */
function copyTexts(reader: RowReader, out: ByteWriter, fields: number): void {
  for (let count = 0; count < fields; count++) {
    out.put(TAB);
    reader.next();
    out.copy(reader.bytes, reader.start, reader.end);
  }
}
