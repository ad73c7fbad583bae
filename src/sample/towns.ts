import cities from '../../data/reference/cities.json';
import { foldText } from '../domain/text.ts';
import { itemAt, mix, type Random, rankedChoice, Weighted } from './random.ts';
import { SAMPLE_STATES, type SampleState } from './states.ts';

/** From this rank on a state's cities have one postal code for all their streets, as small ones do. */
const STREETS_CODED_UP_TO = 40;
const CAPITAL_PREFIXES = 120;

/** The one municipality that the Receita's table has and the Tesouro's has not: it was founded in 2025. */
export const TOWN_WITHOUT_IBGE = '1182';
/** The code that stands for every place abroad. */
export const ABROAD = '9707';

/** A municipality, with what its addresses have in common. */
export interface Town {
  readonly siafi: string;
  readonly ibge: number;
  /** The name in unaccented capitals, as the Receita writes it. */
  readonly name: string;
  readonly state: string;
  readonly areaCode: string;
  /** The first of its five-digit prefixes of postal codes. */
  readonly postalPrefix: number;
  readonly postalPrefixes: number;
}

/** A label in the Receita's unaccented capitals, in letters that latin-1 has. */
export function toPlainCapitals(text: string): string {
  return foldText(text).replaceAll('–', '-');
}

interface City {
  readonly siafi: string;
  readonly ibge: number;
  readonly name: string;
}

function listCities(): readonly City[] {
  return cities.map(([siafi, ibge, name]) => ({
    siafi: String(siafi),
    ibge: Number(ibge),
    name: String(name),
  }));
}

/** The cities of a state from the largest to the smallest: the well-known ones first, the others as they fall. */
function rankCities(state: SampleState, all: readonly City[]): readonly City[] {
  const ranked = state.cities.map((name) => {
    const city = all.find((candidate) => candidate.name === name);
    if (!city) throw new Error(`cities.json has no ${name} in ${state.code}.`);
    return city;
  });
  const others = all
    .filter((city) => !ranked.includes(city))
    .sort((one, other) => mix(one.ibge, 7) - mix(other.ibge, 7));
  return [...ranked, ...others];
}

function placeTown(state: SampleState, city: City, rank: number): Town {
  const [from, to] = state.postalCodes;
  const prefixes = rank === 0 ? CAPITAL_PREFIXES : rank < STREETS_CODED_UP_TO ? 6 : 1;
  const room = to - from - prefixes;
  return {
    siafi: city.siafi,
    ibge: city.ibge,
    name: toPlainCapitals(city.name),
    state: state.code,
    areaCode: itemAt(state.areaCodes, rank === 0 ? 0 : mix(city.ibge, 3) % state.areaCodes.length),
    postalPrefix: rank === 0 ? from : from + (mix(city.ibge, 5) % Math.max(1, room)),
    postalPrefixes: Math.min(prefixes, to - from + 1),
  };
}

interface StateTowns {
  readonly capital: Town;
  readonly others: Weighted<Town>;
  readonly capitalShare: number;
}

/** Where companies are: states as in life, their capitals, and the other towns by Zipf's law. */
export class Towns {
  /** Every municipality of the table, in its order. */
  readonly all: readonly Town[];
  readonly #states: Weighted<StateTowns>;
  readonly #byState = new Map<string, StateTowns>();

  constructor() {
    const list = listCities();
    const towns: Town[] = [];
    const weights: [StateTowns, number][] = [];
    for (const state of SAMPLE_STATES) {
      const ranked = rankCities(
        state,
        list.filter((city) => Math.floor(city.ibge / 100_000) === state.ibge),
      ).map((city, rank) => placeTown(state, city, rank));
      // The municipality without an IBGE code is written as a counted oddity only.
      const usual = ranked.filter((town) => town.siafi !== TOWN_WITHOUT_IBGE);
      const capital = itemAt(usual, 0);
      const others = rankedChoice(usual.length > 1 ? usual.slice(1) : usual, 0.9);
      const entry = { capital, others, capitalShare: state.capitalShare };
      this.#byState.set(state.code, entry);
      weights.push([entry, state.weight]);
      towns.push(...ranked);
    }
    this.all = towns.sort((one, other) => (one.siafi < other.siafi ? -1 : 1));
    this.#states = new Weighted(weights);
  }

  /** Any town, as likely as it is large. */
  pick(random: Random): Town {
    return pickIn(this.#states.pick(random), random);
  }

  /** Any town of the same state as the given one. */
  pickNear(town: Town, random: Random): Town {
    const entry = this.#byState.get(town.state);
    return entry ? pickIn(entry, random) : town;
  }
}

function pickIn(entry: StateTowns, random: Random): Town {
  return random.chance(entry.capitalShare) ? entry.capital : entry.others.pick(random);
}

/** A postal code of the town, as eight digits. */
export function pickPostalCode(town: Town, random: Random): string {
  if (town.postalPrefixes === 1) return `${String(town.postalPrefix).padStart(5, '0')}000`;
  const prefix = town.postalPrefix + random.below(town.postalPrefixes);
  return `${String(prefix).padStart(5, '0')}${String(random.below(90) * 10).padStart(3, '0')}`;
}
