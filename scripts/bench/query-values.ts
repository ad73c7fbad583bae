import { countryId } from '../../src/domain/country.ts';
import { findState } from '../../src/domain/state.ts';
import { splitWords } from '../../src/domain/text.ts';
import { CompanyLookup } from '../../src/registry/company.ts';
import type { RegistryDatabase } from '../../src/registry/database.ts';
import { FIELDS, type FieldName } from '../../src/registry/fields.ts';
import { unpackKey } from '../../src/registry/key.ts';
import { NumberTable } from '../../src/registry/numbers.ts';
import type { EstablishmentRecord } from '../../src/registry/record.ts';
import type { Random } from '../../src/sample/random.ts';

/** What queries are made of: values of a registry by how common they are, and those that one establishment has. */

interface Value {
  readonly value: string;
  readonly count: number;
}

/** How common a value may be: among the first of its field; in the middle; with a few establishments. */
export type Commonness = 'common' | 'middling' | 'rare';

const COMMON_VALUES = 10;
const RARE_COUNT = 9;
const WORD = /^[A-Z]{4,}$/;
const MISSPELT_FROM = 5;

/** The values that one establishment has, in the form of the search's parameters. */
export interface OwnValues {
  readonly cnpj: string;
  readonly root: string;
  readonly state: string | undefined;
  readonly city: string | undefined;
  readonly activity: string | undefined;
  readonly nature: string | undefined;
  readonly status: string | undefined;
  readonly size: string | undefined;
  readonly cep: string | undefined;
  readonly startDate: string | undefined;
  readonly statusDate: string | undefined;
  readonly companyWords: readonly string[];
  readonly tradeWords: readonly string[];
  readonly partnerWords: readonly string[];
}

/** How many order numbers a root has, which are the last four of a key's twelve characters in base 36. */
const ORDERS = 36 ** 4;

const ELEVEN_DIGITS = /^\d{11}$/;

function wordsOf(name: string): string[] {
  return splitWords(name).filter((word) => !ELEVEN_DIGITS.test(word));
}

/** Draws values from a registry. The same seed draws the same from the same registry. */
export class QueryValues {
  private readonly byField = new Map<FieldName, readonly Value[]>();
  private readonly lettersByField = new Map<FieldName, readonly Value[]>();
  private largestRoot: number | undefined;
  private readonly numbers: NumberTable;
  private readonly companies: CompanyLookup;

  constructor(
    private readonly database: RegistryDatabase,
    readonly random: Random,
  ) {
    this.numbers = new NumberTable(database);
    this.companies = new CompanyLookup(database);
  }

  /** A value of a field as it is stored, or undefined when the registry has none so common. */
  draw(field: FieldName, commonness: Commonness): string | undefined {
    return this.drawOf(this.valuesOf(field), commonness);
  }

  /** A word of letters alone, four of them at least. */
  drawWord(field: FieldName, commonness: Commonness): string | undefined {
    return this.drawOf(this.lettersOf(field), commonness);
  }

  /** A common word with one letter in it exchanged for another. */
  drawMisspelt(field: FieldName): string | undefined {
    const word = this.drawWord(field, 'middling');
    if (word === undefined || word.length < MISSPELT_FROM) return undefined;
    const place = this.random.between(1, word.length - 2);
    return `${word.slice(0, place)}${word[place] === 'W' ? 'K' : 'W'}${word.slice(place + 1)}`;
  }

  /** What any one establishment has, so that a query of several of these finds something. */
  drawEstablishment(): OwnValues {
    const [cnpj = ''] = this.numbers.cnpjsOf([this.random.below(this.numbers.count)]);
    const record = this.companies.findCompany(cnpj);
    if (record === undefined) throw new Error(`The registry lacks its own ${cnpj}.`);
    return this.ownValues(record);
  }

  /** The root with the most establishments. */
  findLargestRoot(): string {
    this.largestRoot ??= this.database
      .prepare<{ root: number }, [number]>(
        'SELECT key / ?1 AS root FROM establishment GROUP BY root ORDER BY count(*) DESC LIMIT 1',
      )
      .get(ORDERS)?.root;
    return unpackKey(BigInt(this.largestRoot ?? 0) * BigInt(ORDERS)).slice(0, 8);
  }

  /** A municipality's IBGE code. */
  city(siafi: string | undefined): string | undefined {
    const ibgeId = this.database.cities.get(siafi ?? '')?.ibgeId;
    return typeof ibgeId === 'number' ? String(ibgeId) : undefined;
  }

  /** A state's IBGE code. */
  state(abbreviation: string | undefined): string | undefined {
    const state = findState(abbreviation ?? '');
    return state && String(state.ibgeId);
  }

  /** A country's code of the Central Bank. */
  country(comexId: string | undefined): string | undefined {
    return comexId && countryId(comexId);
  }

  private ownValues(record: EstablishmentRecord): OwnValues {
    const [partner] = record.partners;
    return {
      cnpj: record.cnpj,
      root: record.cnpj.slice(0, 8),
      state: this.state(record.state),
      city: this.city(record.city),
      activity: record.mainActivity || undefined,
      nature: record.legalNature || undefined,
      status: record.status || undefined,
      size: record.size || undefined,
      cep: record.cep || undefined,
      startDate: record.startDate || undefined,
      statusDate: record.statusDate || undefined,
      companyWords: wordsOf(record.companyName),
      tradeWords: wordsOf(record.tradeName),
      partnerWords: partner === undefined ? [] : wordsOf(partner.name),
    };
  }

  private drawOf(values: readonly Value[], commonness: Commonness): string | undefined {
    const { length } = values;
    if (length === 0) return undefined;
    if (commonness === 'common') return values[this.random.below(Math.min(length, COMMON_VALUES))]?.value;
    if (commonness === 'middling') {
      // The middle of the ranks as people meet them, which is that of their logarithms.
      return values[Math.floor(length ** (0.4 + this.random.unit() * 0.2))]?.value;
    }
    const firstRare = values.findIndex(({ count }) => count <= RARE_COUNT);
    // Where even the rarest is common, as a status is, the rarest has to do.
    return firstRare < 0
      ? values.at(-1)?.value
      : values[firstRare + this.random.below(length - firstRare)]?.value;
  }

  /** A field's words of letters alone, the most common first. */
  private lettersOf(field: FieldName): readonly Value[] {
    const known = this.lettersByField.get(field);
    if (known) return known;
    const words = this.valuesOf(field).filter(({ value }) => WORD.test(value));
    this.lettersByField.set(field, words);
    return words;
  }

  /** A field's values, the most common first. */
  private valuesOf(field: FieldName): readonly Value[] {
    const known = this.byField.get(field);
    if (known) return known;
    const values = this.database
      .prepare<Value, [number]>('SELECT value, count FROM term WHERE field = ? ORDER BY count DESC, value')
      .all(FIELDS[field]);
    this.byField.set(field, values);
    return values;
  }
}
