import type { Calendar } from './calendar.ts';
import { nameCompany } from './company-name.ts';
import { corporation, type Nature, natures } from './natures.ts';
import { isLettered, type Numbering } from './numbering.ts';
import { Random } from './random.ts';
import { pickStatus, type Status } from './statuses.ts';
import type { Town, Towns } from './towns.ts';
import { pickTrade, type Trade, tradeOf } from './trades.ts';

/** A company of the sample before any of its rows is written. */
export interface Company {
  readonly index: number;
  readonly root: string;
  readonly name: string;
  readonly nature: Nature;
  readonly trade: Trade;
  /** Where the head office is. */
  readonly town: Town;
  readonly startDay: number;
  /** The head office's status; when it is closed, so are the branches. */
  readonly status: Status;
  readonly establishments: number;
}

/** Establishments a company, as in the Receita's files. */
const ESTABLISHMENTS_PER_COMPANY = 1.137;
const MEAN_FEW_BRANCHES = 2.2;
/** Companies other than sole traders: the only ones with a few branches. */
const BRANCHING_SHARE = 0.43;
const HUNDREDS_EVERY = 5_000;
const GIANT_EVERY = 20_000;
/** Where in their period the companies with many branches stand. */
const HUNDREDS_AT = 2_345;
const GIANT_AT = 9_999;
const MIN_GIANT = 601;
const EARLY_YEAR = 1970;
const MEAN_YEAR_DAYS = 365.2425;

/** Three in a hundred of a small sample's companies may be one company's branches: enough to have pages of them. */
function smallSampleGiant(companies: number): number {
  return Math.min(MIN_GIANT, Math.max(24, Math.floor(companies * 0.03)), companies);
}

/**
 * Describes companies by their index alone, in any order and as often as wanted: a partner that is a company is
 * described again where it is named, instead of being remembered.
 */
export class CompanyRegister {
  readonly #random: Random;
  readonly #companies: number;
  readonly #numbering: Numbering;
  readonly #calendar: Calendar;
  readonly #towns: Towns;
  readonly #fewBranchesShare: number;

  constructor(seed: number, companies: number, numbering: Numbering, calendar: Calendar, towns: Towns) {
    this.#random = new Random(seed);
    this.#companies = companies;
    this.#numbering = numbering;
    this.#calendar = calendar;
    this.#towns = towns;
    let inLargeCompanies = 0;
    for (let index = 0; index < companies; index++) {
      inLargeCompanies += (this.#fixedEstablishments(index) ?? 1) - 1;
    }
    const left = ESTABLISHMENTS_PER_COMPANY - 1 - inLargeCompanies / companies;
    this.#fewBranchesShare = Math.max(0, left / MEAN_FEW_BRANCHES / BRANCHING_SHARE);
  }

  /** How many companies there are; indexes from this number on belong to none. */
  get size(): number {
    return this.#companies;
  }

  /** The company of an index from 0 to one less than the size. */
  describe(index: number): Company {
    const random = this.#random;
    random.restart(index, 1);
    const fixed = this.#fixedEstablishments(index);
    const nature = fixed === undefined ? natures.pick(random) : corporation;
    const trade = nature.activity === undefined ? pickTrade(random) : tradeOf(nature.activity);
    const town = this.#towns.pick(random);
    const startDay = isLettered(index)
      ? this.#calendar.letteredStartDay(random)
      : this.#calendar.startDay(random);
    const status = fixed === undefined ? pickStatus(random) : 'active';
    const establishments = fixed ?? this.#fewEstablishments(nature, random);
    const root = this.#numbering.rootAt(index);
    const year = EARLY_YEAR + Math.floor(startDay / MEAN_YEAR_DAYS);
    const name = nameCompany({ nature, trade, town, root, year }, random);
    return { index, root, name, nature, trade, town, startDay, status, establishments };
  }

  #fewEstablishments(nature: Nature, random: Random): number {
    if (nature.code === '2135' || !random.chance(this.#fewBranchesShare)) return 1;
    let branches = 1;
    while (branches < 12 && random.chance(1 - 1 / MEAN_FEW_BRANCHES)) branches++;
    return 1 + branches;
  }

  /** The establishments of the few companies that have many of them, or undefined for the others. */
  #fixedEstablishments(index: number): number | undefined {
    if (this.#companies < GIANT_EVERY) {
      if (index === Math.floor(this.#companies / 2)) return smallSampleGiant(this.#companies);
    } else if (index % GIANT_EVERY === GIANT_AT) {
      if (index > GIANT_EVERY) return MIN_GIANT + (Math.floor(index / GIANT_EVERY) % 7) * 60;
      return this.#companies >= 1_000_000 ? 2_400 : this.#companies >= 200_000 ? 1_200 : MIN_GIANT;
    }
    return index % HUNDREDS_EVERY === HUNDREDS_AT ? 100 + (index % 251) : undefined;
  }
}
