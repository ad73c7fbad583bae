import business from '../../data/reference/sample-business.json';
import type { NamePattern, Nature } from './natures.ts';
import { type Random, Weighted } from './random.ts';
import type { Town } from './towns.ts';
import type { Trade } from './trades.ts';
import {
  pickBrand,
  pickGivenName,
  pickInitials,
  pickInventedCpf,
  pickPersonName,
  pickSurname,
} from './words.ts';

/** What a name is made from. */
export interface NameSource {
  readonly nature: Nature;
  readonly trade: Trade;
  readonly town: Town;
  readonly root: string;
  /** The year of the company's first day. */
  readonly year: number;
}

type Maker = (source: NameSource, random: Random) => string;

const CPF_SHARE = 0.65;
const ROOT_SHARE = 0.13;
/** The last election before the extraction whose candidates the sample has: they fall in even years. */
const YEARS_BETWEEN_ELECTIONS = 2;

/** The beginnings of a firm's name, before the words of its trade and its ending, each with its frequency. */
const firmNames = new Weighted<Maker>([
  [({ trade }, random) => `${pickBrand(random)} ${random.pick(trade.phrases)}`, 27],
  [({ trade }, random) => `${pickBrand(random)} COMERCIO E ${random.pick(trade.phrases)}`, 5],
  [({ trade }, random) => `${random.pick(trade.phrases)} ${pickBrand(random)}`, 11],
  [({ trade }, random) => `${random.pick(trade.phrases)} ${pickSurname(random)}`, 6],
  [({ trade }, random) => `${pickSurname(random)} & ${pickSurname(random)} ${random.pick(trade.phrases)}`, 6],
  [({ trade }, random) => `${pickSurname(random)} ${random.pick(trade.phrases)}`, 7],
  [({ trade }, random) => `${[...pickInitials(random)].join(' ')} ${random.pick(trade.phrases)}`, 4],
  [({ trade }, random) => `${[...pickInitials(random)].join('. ')}. ${random.pick(trade.phrases)}`, 2],
  [({ trade }, random) => `${pickInitials(random)} ${random.pick(trade.phrases)}`, 7],
  [({ trade, town }, random) => `${random.pick(trade.phrases)} ${pickBrand(random)} DE ${town.name}`, 2],
  [
    ({ trade }, random) =>
      `${pickBrand(random)} ${random.pick(trade.phrases)} ${random.pick(business.qualities)}`,
    5,
  ],
  [
    ({ trade }, random) =>
      `${pickBrand(random)} - ${random.pick(trade.phrases)} E ${random.pick(business.qualities)}`,
    2,
  ],
  [(_, random) => `${random.pick(business.openings)} ${pickBrand(random)}`, 5],
  [({ trade }, random) => `${pickGivenName(random)} ${pickSurname(random)} ${random.pick(trade.phrases)}`, 6],
  [(_, random) => pickPersonName(random), 5],
]);

const ROMAN_NUMERALS = ['I', 'II', 'III', 'IV', 'V', 'IX'];

function nameTrader({ root }: NameSource, random: Random): string {
  const name = pickPersonName(random);
  const form = random.unit();
  if (form < CPF_SHARE) return `${name} ${pickInventedCpf(random)}`;
  // Since 2022 a trader's name begins with the root instead of ending in the CPF.
  if (form < CPF_SHARE + ROOT_SHARE)
    return `${root.slice(0, 2)}.${root.slice(2, 5)}.${root.slice(5)} ${name}`;
  return name;
}

function nameAfter(beginnings: readonly string[], end: Maker): Maker {
  return (source, random) => `${random.pick(beginnings)} ${end(source, random)}`;
}

const MAKERS: Readonly<Record<NamePattern, Maker>> = {
  trader: nameTrader,
  firm: (source, random) => `${firmNames.pick(random)(source, random)} ${source.nature.ending}`,
  lawyers: ({ nature }, random) => `${pickSurname(random)} E ${pickSurname(random)} ${nature.ending}`,
  farmer: (_, random) => pickPersonName(random) + (random.chance(0.12) ? ' E OUTROS' : ''),
  candidate: ({ year }, random) =>
    `ELEICAO ${year - (year % YEARS_BETWEEN_ELECTIONS)} ${pickPersonName(random)} VEREADOR`,
  association: nameAfter(business.associations, ({ town }, random) =>
    random.chance(0.4) ? `DE ${town.name}` : `${pickBrand(random)} ${pickSurname(random)}`,
  ),
  church: nameAfter(business.churches, (_, random) => `${pickBrand(random)} ${random.pick(business.brands)}`),
  condominium: nameAfter(
    business.condominiums,
    (_, random) => `${pickBrand(random)} ${random.pick(ROMAN_NUMERALS)}`,
  ),
  fund: (_, random) => `${pickBrand(random)} ${random.pick(business.funds)}`,
  cooperative: nameAfter(business.cooperatives, ({ town }, random) => `DE ${town.name} ${pickBrand(random)}`),
  union: nameAfter(business.unions, ({ town }) => `DE ${town.name}`),
  party: nameAfter(business.parties, ({ town }) => `- ${town.name} - ${town.state} - MUNICIPAL`),
  office: nameAfter(business.offices, ({ town }) => `DE ${town.name}`),
  body: nameAfter(business.bodies, ({ town }) => `DE ${town.name}`),
};

/** The invented name of a company, in the words of its trade and in the form of its legal nature. */
export function nameCompany(source: NameSource, random: Random): string {
  return MAKERS[source.nature.pattern](source, random);
}

/** The invented name under which an establishment trades. */
export function nameShop(trade: Trade, random: Random): string {
  if (random.chance(0.35)) return `${random.pick(trade.phrases)} ${pickBrand(random)}`;
  if (random.chance(0.4)) return `${pickBrand(random)} ${random.pick(trade.phrases)}`;
  return random.chance(0.5) ? `${pickBrand(random)} ${pickSurname(random)}` : pickBrand(random);
}
