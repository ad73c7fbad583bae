import { activityHierarchy } from '../domain/activity.ts';
import { BRAZIL_COMEX_ID, countryId } from '../domain/country.ts';
import { isSizeId, receitaSize } from '../domain/size.ts';
import { findState } from '../domain/state.ts';
import type { CityEntry, CountryEntry, LabelKind } from '../registry/database.ts';
import { narrow, plainOrNull } from './json.ts';
import { SIZE_LABELS, type WireProfile } from './labels.ts';

const ABROAD = 'EX';

/** Where codes get their labels: an open registry. */
export interface CodeLabels {
  readonly cities: ReadonlyMap<string, CityEntry>;
  readonly countries: ReadonlyMap<string, CountryEntry>;
  label(kind: LabelKind, code: string): string | undefined;
}

/** A presenter of one kind of code that keeps what it wrote. */
class Cache {
  private readonly written = new Map<string, string>();

  constructor(private readonly write: (code: string) => string) {}

  get(code: string): string {
    let json = this.written.get(code);
    if (json === undefined) {
      json = narrow(this.write(code));
      this.written.set(code, json);
    }
    return json;
  }
}

/**
 * The nested objects that hang on codes (activity, city, country, …) as JSON, each written once in a registry's life.
 * What is kept is bounded by the codes that the registry has.
 */
export class ReferenceJson {
  private readonly activities = new Cache((code) => this.writeActivity(code));
  private readonly cities = new Cache((code) => this.writeCity(code));
  private readonly countries = new Cache((code) => this.writeCountry(code));
  private readonly states = new Cache((abbreviation) => this.writeState(abbreviation));
  private readonly natures = new Cache((code) => this.writeLabelled('legalNature', code));
  private readonly qualifications = new Cache((code) => this.writeQualification(code));
  private readonly reasons = new Cache((code) => this.writeReason(code));
  private readonly representatives = new Cache((code) => this.writeRepresentativeQualification(code));
  private readonly sizes = new Cache((id) => this.writeSize(id));
  private readonly countryIds = new Cache((code) => plainOrNull(code === '' ? '' : countryId(code)));

  constructor(
    private readonly labels: CodeLabels,
    private readonly profile: WireProfile,
  ) {}

  /** An activity, or null for none. */
  activity(code: string): string {
    return code === '' ? 'null' : this.activities.get(code);
  }

  /** The activities of a list separated by commas. */
  activityList(codes: string): string {
    if (codes === '') return '[]';
    if (codes.length === 7) return `[${this.activities.get(codes)}]`;
    let json = '';
    for (const code of codes.split(',')) json += `${json === '' ? '[' : ','}${this.activities.get(code)}`;
    return `${json}]`;
  }

  /** The city of an establishment; of one abroad, what stands for it. */
  city(siafi: string, state: string): string {
    if (state === ABROAD) return this.cities.get('9707');
    return siafi === '' ? 'null' : this.cities.get(siafi);
  }

  /** The country of an establishment; blank is Brazil, but nothing for one abroad. */
  establishmentCountry(code: string, state: string): string {
    if (code === '' && state === ABROAD) return 'null';
    return this.countries.get(code || BRAZIL_COMEX_ID);
  }

  /** The country of a partner; blank is Brazil. */
  partnerCountry(code: string): string {
    return this.countries.get(code || BRAZIL_COMEX_ID);
  }

  /** The id of a partner's country; blank is Brazil. */
  partnerCountryId(code: string): string {
    return this.countryIds.get(code || BRAZIL_COMEX_ID);
  }

  /** A state by its abbreviation, or null for none. */
  state(abbreviation: string): string {
    return abbreviation === '' ? 'null' : this.states.get(abbreviation);
  }

  /** A legal nature, or null for none. */
  legalNature(code: string): string {
    return code === '' ? 'null' : this.natures.get(code);
  }

  /** A qualification as id and description, or null for none. */
  qualification(code: string): string {
    return code === '' ? 'null' : this.qualifications.get(code);
  }

  /** The qualification of a representative: the description, or as the hosted service has it. */
  representativeQualification(code: string): string {
    return code === '' ? 'null' : this.representatives.get(code);
  }

  /** The reason of a status: the description, or as the hosted service has it. */
  reason(code: string): string {
    return code === '' ? 'null' : this.reasons.get(code);
  }

  /** A size by the specification's id, with the profile's own. */
  size(id: string): string {
    return this.sizes.get(id);
  }

  private writeActivity(code: string): string {
    const { section, division, group, class: klass, subclass } = activityHierarchy(code);
    return JSON.stringify({
      id: code,
      secao: section,
      divisao: division,
      grupo: group,
      classe: klass,
      subclasse: subclass,
      descricao: this.labels.label('activity', code) ?? '',
    });
  }

  private writeCity(siafi: string): string {
    const city = this.labels.cities.get(siafi);
    return JSON.stringify({
      id: city?.rank ?? null,
      nome: city?.name ?? '',
      ibge_id: city?.ibgeId ?? null,
      siafi_id: siafi,
    });
  }

  private writeCountry(code: string): string {
    const country = this.labels.countries.get(code);
    return JSON.stringify({
      id: countryId(code),
      iso2: country?.iso2 ?? null,
      iso3: country?.iso3 ?? null,
      nome: country?.name ?? null,
      comex_id: code,
    });
  }

  private writeState(abbreviation: string): string {
    const state = findState(abbreviation);
    if (state === undefined) return 'null';
    return JSON.stringify({
      id: state.id,
      nome: state.name,
      sigla: state.abbreviation,
      ibge_id: state.ibgeId,
    });
  }

  private writeLabelled(kind: LabelKind, code: string): string {
    return JSON.stringify({ id: code, descricao: this.labels.label(kind, code) ?? '' });
  }

  private writeQualification(code: string): string {
    return JSON.stringify({ id: Number(code), descricao: this.labels.label('qualification', code) ?? '' });
  }

  private writeRepresentativeQualification(code: string): string {
    if (this.profile === 'hosted') return this.writeQualification(code);
    return JSON.stringify(this.labels.label('qualification', code) ?? '');
  }

  private writeReason(code: string): string {
    const label = this.labels.label('reason', code) ?? '';
    return JSON.stringify(this.profile === 'hosted' ? { id: Number(code), descricao: label } : label);
  }

  private writeSize(id: string): string {
    const size = isSizeId(id) ? id : '01';
    return JSON.stringify({
      id: this.profile === 'hosted' ? receitaSize(size) : size,
      descricao: SIZE_LABELS[size],
    });
  }
}
