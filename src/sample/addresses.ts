import places from '../../data/reference/sample-places.json';
import { type Random, rankedChoice, Weighted } from './random.ts';
import { pickPostalCode, type Town } from './towns.ts';
import { pickGivenName, pickSurname } from './words.ts';

/** The part of an establishment's row that says where it is. */
export interface Address {
  readonly streetKind: string;
  readonly street: string;
  readonly number: string;
  readonly complement: string;
  readonly district: string;
  readonly postalCode: string;
}

const streetKinds = new Weighted<string>([
  ['RUA', 663],
  ['AVENIDA', 174],
  ['RODOVIA', 18],
  ['ESTRADA', 18],
  ['QUADRA', 16],
  ['TRAVESSA', 12],
  ['PRACA', 10],
  ['ALAMEDA', 9],
  ['1A RUA', 6],
  ['10A RUA', 6],
  ['FAZENDA', 4],
  ['AREA', 3],
  ['SITIO', 4],
  ['SETOR', 4],
  ['VILA', 3],
  ['LARGO', 2],
  ['BECO', 2],
  ['', 15],
]);

const streets = rankedChoice(places.streets, 0.4);
const districts = rankedChoice(places.districts, 0.7);

/** Words before a street's name, as a part of the streets are named after people. */
const TITLES = ['', '', '', 'DOUTOR ', 'CORONEL ', 'PROFESSORA ', 'PADRE ', 'VEREADOR ', 'CAPITAO '];

const complements = new Weighted<(random: Random) => string>([
  [() => 'CASA', 14],
  [(random) => `CASA ${random.between(1, 40)}`, 10],
  [(random) => `SALA ${random.between(1, 1500)}`, 17],
  [(random) => `APT ${random.between(1, 2200)}`, 14],
  [(random) => `APTO ${random.between(1, 2200)} BLOCO ${random.between(1, 30)}`, 8],
  [(random) => `LOJA ${random.between(1, 90)}`, 10],
  [() => 'FUNDOS', 5],
  [() => 'TERREO', 3],
  [() => 'LETRA A', 2],
  [() => 'ANDAR 1', 2],
  [(random) => `QUADRA ${random.between(1, 200)} LOTE ${random.between(1, 60)}`, 9],
  [(random) => `EDIF ${pickSurname(random)} SALA ${random.between(1, 900)}`, 5],
  [(random) => `BOX ${random.between(1, 300)}`, 3],
]);

const COMPLEMENT_SHARE = 0.4;

function pickStreet(random: Random): string {
  const form = random.unit();
  if (form < 0.42) return streets.pick(random);
  if (form < 0.92) return `${random.pick(TITLES)}${pickGivenName(random)} ${pickSurname(random)}`;
  return String(random.between(1, 120));
}

function pickDistrict(random: Random): string {
  const form = random.unit();
  if (form < 0.72) return districts.pick(random);
  const prefix = random.pick(places.prefixes);
  return form < 0.88 ? `${prefix} ${pickSurname(random)}` : `${prefix} ${random.pick(places.streets)}`;
}

function pickNumber(random: Random): string {
  const form = random.unit();
  if (form < 0.045) return 'S/N';
  if (form < 0.085) return 'SN';
  return String(Math.floor(2 ** (4 + random.unit() * 7.5)));
}

/** An invented address in a town. */
export function pickAddress(town: Town, random: Random): Address {
  return {
    streetKind: streetKinds.pick(random),
    street: pickStreet(random),
    number: pickNumber(random),
    complement: random.chance(COMPLEMENT_SHARE) ? complements.pick(random)(random) : '',
    district: pickDistrict(random),
    postalCode: pickPostalCode(town, random),
  };
}

/** A town abroad, in unaccented capitals. */
export function pickForeignCity(random: Random): string {
  return random.pick(places.foreign);
}
