import { activityHierarchy } from '../domain/activity.ts';
import { BRAZIL_COMEX_ID, countryId } from '../domain/country.ts';
import { isSizeId, receitaSize } from '../domain/size.ts';
import { findState } from '../domain/state.ts';
import type { CityEntry, CountryEntry, LabelKind } from '../registry/database.ts';
import type { FieldView } from '../registry/record.ts';
import { type Fragment, fragment } from './json-writer.ts';
import {
  AGE_LABELS,
  BRANCH_LABELS,
  OPTION_LABELS,
  PARTNER_LABELS,
  SIZE_LABELS,
  STATUS_LABELS,
  type WireProfile,
} from './labels.ts';

/** The code under which the Receita files what is abroad. */
const ABROAD_CITY = '9707';

/** Where codes get their labels: an open registry. */
export interface CodeLabels {
  readonly cities: ReadonlyMap<string, CityEntry>;
  readonly countries: ReadonlyMap<string, CountryEntry>;
  label(kind: LabelKind, code: string): string | undefined;
}

const NULL = fragment('null');

/**
 * The JSON of one kind of code, each code's written once in a registry's life. Codes are found by their bytes read as
 * a number, which makes no text of them; how many are kept is bounded by the codes that a registry has.
 */
export class CodeJson {
  private readonly written = new Map<number, Fragment>();

  /** `write` makes a code's value; undefined is null. */
  constructor(private readonly write: (code: string) => unknown) {}

  /** The JSON of the code in `bytes` from `start` to `end`, null for no code. */
  at(bytes: Uint8Array, start: number, end: number): Fragment {
    if (start === end) return NULL;
    // Codes are up to four ASCII characters or up to seven digits, so that 28 bits tell every two of them apart.
    const shift = end - start > 4 ? 4 : 7;
    let key = 0;
    for (let index = start; index < end; index++) key = (key << shift) ^ ((bytes[index] ?? 0) & 127);
    const known = this.written.get(key);
    if (known !== undefined) return known;
    const json = fragment(
      JSON.stringify(this.write(Buffer.from(bytes.subarray(start, end)).toString('latin1')) ?? null),
    );
    this.written.set(key, json);
    return json;
  }

  /** The JSON of the code in a field, null for an empty one. */
  of(view: FieldView, field: number): Fragment {
    return this.at(view.bytes, view.edges[field] ?? 0, (view.edges[field + 1] ?? 1) - 1);
  }
}

/** The nested objects that hang on codes (activity, city, country, …) and the words that stand for codes, as JSON. */
export class ReferenceJson {
  readonly activities: CodeJson;
  readonly cities: CodeJson;
  readonly countries: CodeJson;
  readonly countryIds = new CodeJson(countryId);
  readonly states: CodeJson;
  readonly legalNatures: CodeJson;
  readonly qualifications: CodeJson;
  /** A representative's qualification: the description, or as the hosted service has it. */
  readonly representatives: CodeJson;
  /** The reason of a status: the description, or as the hosted service has it. */
  readonly reasons: CodeJson;
  readonly sizes: CodeJson;
  readonly statuses = new CodeJson((code) => STATUS_LABELS[code]);
  readonly branchKinds = new CodeJson((code) => BRANCH_LABELS[code]);
  readonly partnerKinds = new CodeJson((code) => PARTNER_LABELS[code]);
  readonly ageBrackets = new CodeJson((code) => AGE_LABELS[code]);
  readonly options = new CodeJson((code) => OPTION_LABELS[code]);
  readonly brazil: Fragment;
  readonly brazilId: Fragment;
  /** What stands for the city of an establishment abroad. */
  readonly exteriorCity: Fragment;

  constructor(labels: CodeLabels, profile: WireProfile) {
    const described = (kind: LabelKind, code: string) => labels.label(kind, code) ?? '';
    const numbered = (kind: LabelKind, code: string) => ({
      id: Number(code),
      descricao: described(kind, code),
    });
    const worded = (kind: LabelKind) =>
      new CodeJson((code) => (profile === 'hosted' ? numbered(kind, code) : described(kind, code)));
    this.activities = new CodeJson((code) => presentActivity(code, described('activity', code)));
    this.cities = new CodeJson((siafi) => presentCity(siafi, labels.cities.get(siafi)));
    this.countries = new CodeJson((code) => presentCountry(code, labels.countries.get(code)));
    this.states = new CodeJson(presentState);
    this.legalNatures = new CodeJson((code) => ({ id: code, descricao: described('legalNature', code) }));
    this.qualifications = new CodeJson((code) => numbered('qualification', code));
    this.representatives = worded('qualification');
    this.reasons = worded('reason');
    this.sizes = new CodeJson((id) => presentSize(id, profile));
    const brazil = Buffer.from(BRAZIL_COMEX_ID);
    this.brazil = this.countries.at(brazil, 0, brazil.length);
    this.brazilId = this.countryIds.at(brazil, 0, brazil.length);
    const abroad = Buffer.from(ABROAD_CITY);
    this.exteriorCity = this.cities.at(abroad, 0, abroad.length);
  }
}

function presentActivity(code: string, description: string) {
  const hierarchy = activityHierarchy(code);
  return {
    id: code,
    secao: hierarchy.section,
    divisao: hierarchy.division,
    grupo: hierarchy.group,
    classe: hierarchy.class,
    subclasse: hierarchy.subclass,
    descricao: description,
  };
}

function presentCity(siafi: string, city: CityEntry | undefined) {
  return { id: city?.rank ?? null, nome: city?.name ?? '', ibge_id: city?.ibgeId ?? null, siafi_id: siafi };
}

function presentCountry(code: string, country: CountryEntry | undefined) {
  return {
    id: countryId(code),
    iso2: country?.iso2 ?? null,
    iso3: country?.iso3 ?? null,
    nome: country?.name ?? null,
    comex_id: code,
  };
}

function presentState(abbreviation: string) {
  const state = findState(abbreviation);
  return state && { id: state.id, nome: state.name, sigla: state.abbreviation, ibge_id: state.ibgeId };
}

function presentSize(id: string, profile: WireProfile) {
  const size = isSizeId(id) ? id : '01';
  return { id: profile === 'hosted' ? receitaSize(size) : size, descricao: SIZE_LABELS[size] };
}
