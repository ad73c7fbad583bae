/**
 * How one CNPJ and all that hangs on it is written in a row: text of sections (LF) of entries (RS) of fields (TAB),
 * in the order of the lists below. Cleaned text holds no character below the blank, so separators need no escape.
 * The bytes are Latin-1, as the source is, which a string takes without conversion; a record with any other
 * character is UTF-8 behind a mark.
 */

/** The fields of the first section: the company, its Simples, the establishment. Empty text is an absent value. */
export const RECORD_FIELDS = [
  'companyName',
  'legalNature',
  'responsibleQualification',
  'capital',
  'size',
  'federativeEntity',
  'simples',
  'simplesFrom',
  'simplesUntil',
  'mei',
  'meiFrom',
  'meiUntil',
  'kind',
  'tradeName',
  'status',
  'statusDate',
  'reason',
  'foreignCity',
  'country',
  'startDate',
  'mainActivity',
  'secondaryActivities',
  'streetType',
  'street',
  'number',
  'complement',
  'district',
  'cep',
  'state',
  'city',
  'areaCode1',
  'phone1',
  'areaCode2',
  'phone2',
  'faxAreaCode',
  'fax',
  'email',
  'specialStatus',
  'specialStatusDate',
  'updatedAt',
] as const;

/** The fields of a partner's entry. */
export const PARTNER_FIELDS = [
  'kind',
  'name',
  'document',
  'qualification',
  'entryDate',
  'country',
  'representativeDocument',
  'representativeName',
  'representativeQualification',
  'ageBracket',
] as const;

/** The fields of a state registration's entry. */
export const STATE_REGISTRATION_FIELDS = ['state', 'registration', 'active', 'updatedAt'] as const;

/** The fields of a Suframa registration's entry. */
export const SUFRAMA_FIELDS = ['registration', 'active', 'updatedAt'] as const;

/** The fields of a tax regime's entry. */
export const REGIME_FIELDS = ['year', 'form', 'regime'] as const;

/** The place of each field of a list, by its name. */
export function fieldNumbers<Names extends readonly string[]>(
  names: Names,
): Readonly<Record<Names[number], number>> {
  // One entry a name of the list, which Object.fromEntries cannot say.
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<Names[number], number>;
}

type Fields<Names extends readonly string[]> = Readonly<Record<Names[number], string>>;

/** A partner as stored: codes and ISO dates, empty text for what is absent. */
export type PartnerRecord = Fields<typeof PARTNER_FIELDS>;
/** A state registration as stored. */
export type StateRegistrationRecord = Fields<typeof STATE_REGISTRATION_FIELDS>;
/** A Suframa registration as stored. */
export type SuframaRecord = Fields<typeof SUFRAMA_FIELDS>;
/** A tax regime of one year as stored. */
export type RegimeRecord = Fields<typeof REGIME_FIELDS>;

/** One CNPJ as stored: codes and ISO dates, empty text for what is absent. */
export interface EstablishmentRecord extends Fields<typeof RECORD_FIELDS> {
  readonly cnpj: string;
  readonly partners: readonly PartnerRecord[];
  readonly stateRegistrations: readonly StateRegistrationRecord[];
  readonly suframa: readonly SuframaRecord[];
  readonly regimes: readonly RegimeRecord[];
}

/** Between sections of a record. */
export const SECTION = '\n';
/** Between entries of a section. */
export const ENTRY = '\x1e';
/** Between fields of an entry. */
export const FIELD = '\t';

/** The byte before a record in UTF-8: one that cleaned text cannot begin with. */
export const UTF8_MARK = 1;

const BEYOND_LATIN1 = /[\u0100-\uffff]/;

/** Writes a record's text as bytes at `offset` of the target, which has room for three bytes a character and one. */
export function writeRecord(text: string, target: Buffer, offset: number): number {
  if (!BEYOND_LATIN1.test(text)) return target.write(text, offset, 'latin1');
  target[offset] = UTF8_MARK;
  return 1 + target.write(text, offset + 1, 'utf8');
}

/** Reads a record's bytes back as text. */
export function readRecord(bytes: Buffer): string {
  return bytes[0] === UTF8_MARK ? bytes.toString('utf8', 1) : bytes.toString('latin1');
}

const TAB = 9;
const LINE_FEED = 10;
const RECORD_SEPARATOR = 30;
/** More fields than any entry has. */
const MAX_FIELDS = 64;

/** The fields of an entry read where they lie: where each begins and ends, without making texts of them. */
export class FieldView {
  bytes: Uint8Array = new Uint8Array(0);
  /** Whether bytes beyond ASCII are UTF-8 rather than Latin-1. */
  utf8 = false;
  /** Where each field begins; field i ends before `edges[i + 1] - 1`. */
  readonly edges = new Int32Array(MAX_FIELDS);

  /** Reads the entry that begins at `start`: how many fields it has, and where it ends. */
  read(start: number): { count: number; end: number } {
    const { bytes, edges } = this;
    const { length } = bytes;
    let count = 0;
    let at = start;
    edges[0] = at;
    for (; at < length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte >= 32) continue;
      if (byte !== TAB) break;
      edges[++count] = at + 1;
    }
    edges[++count] = at + 1;
    return { count, end: at };
  }

  /** Whether a field is absent. */
  isEmpty(field: number): boolean {
    return (this.edges[field] ?? 0) + 1 === this.edges[field + 1];
  }

  /** The first byte of a field, 0 for an absent one. */
  firstByte(field: number): number {
    return this.isEmpty(field) ? 0 : (this.bytes[this.edges[field] ?? 0] ?? 0);
  }

  /** A field as text. */
  text(field: number): string {
    const start = this.edges[field] ?? 0;
    const end = (this.edges[field + 1] ?? 1) - 1;
    const { buffer, byteOffset } = this.bytes;
    return Buffer.from(buffer, byteOffset + start, end - start).toString(this.utf8 ? 'utf8' : 'latin1');
  }
}

/** A stored record read where it lies: its first section, and `entry` for the others' entries, one after the other. */
export class RecordView extends FieldView {
  cnpj = '';
  readonly entry = new FieldView();
  private at = 0;
  private first = false;

  /** Takes a record and reads its first section. Throws when it has not all of its fields. */
  open(cnpj: string, bytes: Uint8Array): void {
    this.bytes = bytes;
    this.cnpj = cnpj;
    this.utf8 = bytes[0] === UTF8_MARK;
    this.entry.bytes = bytes;
    this.entry.utf8 = this.utf8;
    const { count, end } = this.read(this.utf8 ? 1 : 0);
    if (count !== RECORD_FIELDS.length) {
      throw new Error(`The record of ${cnpj} has ${count} fields where ${RECORD_FIELDS.length} are due.`);
    }
    this.at = end;
  }

  /** Goes to the next section: they are read in their order, each to its end. */
  openSection(): void {
    const { bytes } = this;
    this.at++;
    this.first = this.at < bytes.length && bytes[this.at] !== LINE_FEED;
  }

  /** Reads the next entry of the section; false at its end. */
  nextEntry(): boolean {
    if (this.first) this.first = false;
    else if (this.bytes[this.at] === RECORD_SEPARATOR) this.at++;
    else return false;
    this.at = this.entry.read(this.at).end;
    return true;
  }
}

/** Values by their names, as many as there are names; one that is not there is absent. */
function nameFields<Names extends readonly string[]>(names: Names, values: readonly string[]): Fields<Names> {
  // One entry a name of the list, which Object.fromEntries cannot say.
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) as Fields<Names>;
}

/** The entries of a section by the names of their fields. */
function parseSection<Names extends readonly string[]>(
  names: Names,
  section: string | undefined,
): Fields<Names>[] {
  if (!section) return [];
  return section.split(ENTRY).map((entry) => nameFields(names, entry.split(FIELD)));
}

/** The record of a CNPJ, read from its stored text. Throws when the text has not all of its fields. */
export function parseRecord(cnpj: string, text: string): EstablishmentRecord {
  const [scalars = '', partners, stateRegistrations, suframa, regimes] = text.split(SECTION);
  const values = scalars.split(FIELD);
  if (values.length !== RECORD_FIELDS.length) {
    throw new Error(
      `The record of ${cnpj} has ${values.length} fields where ${RECORD_FIELDS.length} are due.`,
    );
  }
  return {
    ...nameFields(RECORD_FIELDS, values),
    cnpj,
    partners: parseSection(PARTNER_FIELDS, partners),
    stateRegistrations: parseSection(STATE_REGISTRATION_FIELDS, stateRegistrations),
    suframa: parseSection(SUFRAMA_FIELDS, suframa),
    regimes: parseSection(REGIME_FIELDS, regimes),
  };
}
