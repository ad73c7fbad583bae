import business from '../../data/reference/sample-business.json';
import people from '../../data/reference/sample-people.json';
import { itemAt, Random, rankedChoice } from './random.ts';

/**
 * Rare words are drawn by rank from a distribution in which the rank's logarithm is uniform (Zipf's law with exponent
 * one): the first ranks come again and again, most of the others once, so that the vocabulary grows with the registry
 * roughly as Heaps' law says.
 */
const RARE_RANKS_LOG = Math.log(60_000_000);

const ONSETS = 'B C D F G J L M N P R S T V Z BR CR DR FR GR PR TR CL FL PL CH LH NH QU'.split(' ');
const VOWELS = 'A E I O U A E I O A E IA EI OU AU IO AN EN IN ON AR ER OR AS ES'.split(' ');
const SURNAME_ENDINGS =
  'INI ELLI ETTI OTTO ANI ERO EIRA EIRO ALHO OSO ONE ATO INO ACHI UCCI OLLI IOLI ETO MANN BERG STEIN OWSKI EWICZ ENKO AKI URA AMOTO'.split(
    ' ',
  );
const GIVEN_ENDINGS =
  'SON TON LEY LANE LENE INA IANE ELE ILDA ALDO ERTO EUS IEL AEL IANO ISSA ARA ELMA IVAN ICE'.split(' ');

const surnames = rankedChoice(people.surnames, 0.85);
const givenNames = rankedChoice(people.given, 0.75);
const links = rankedChoice(people.links, 0.6);
const brands = rankedChoice(business.brands, 0.55);

const RARE_SURNAME = 0.13;
const RARE_GIVEN_NAME = 0.06;
const RARE_BRAND = 0.62;
const SECOND_GIVEN_NAME = 0.42;
const SECOND_SURNAME = 0.66;
const THIRD_SURNAME = 0.16;
const LINK = 0.3;
const SUFFIX = 0.05;

function rareRank(random: Random): number {
  return Math.floor(Math.exp(random.unit() * RARE_RANKS_LOG));
}

/** The sequence that spells out one rare word; a word's letters depend on its rank alone, whatever the seed. */
const speller = new Random(0);

function spellSyllables(count: number): string {
  let word = '';
  for (let syllable = 0; syllable < count; syllable++) word += speller.pick(ONSETS) + speller.pick(VOWELS);
  return word;
}

/** A common word as someone in a hurry wrote it: a letter lost, doubled or exchanged with its neighbour. */
function misspell(word: string): string {
  const at = 1 + speller.below(Math.max(1, word.length - 2));
  const before = word.slice(0, at);
  const letter = word.charAt(at);
  const after = word.slice(at + 1);
  return itemAt(
    [
      before + after,
      before + letter + letter + after,
      `${before}${after.charAt(0)}${letter}${after.slice(1)}`,
    ],
    speller.below(3),
  );
}

function startSpelling(random: Random, stream: number): void {
  speller.restart(rareRank(random), stream);
}

function coinPersonWord(
  random: Random,
  common: readonly string[],
  endings: readonly string[],
  stream: number,
): string {
  startSpelling(random, stream);
  const form = speller.unit();
  if (form < 0.12) return misspell(speller.pick(common));
  const stem = spellSyllables(form < 0.62 ? 1 : 2);
  return stem + speller.pick(ONSETS) + speller.pick(endings);
}

/** A surname: a common one, or for about one person in ten one that few others bear. */
export function pickSurname(random: Random): string {
  if (!random.chance(RARE_SURNAME)) return surnames.pick(random);
  return coinPersonWord(random, people.surnames, SURNAME_ENDINGS, 1);
}

/** A first name, common or rare. */
export function pickGivenName(random: Random): string {
  if (!random.chance(RARE_GIVEN_NAME)) return givenNames.pick(random);
  return coinPersonWord(random, people.given, GIVEN_ENDINGS, 2);
}

/** A whole invented person's name in capitals. */
export function pickPersonName(random: Random): string {
  let name = pickGivenName(random);
  if (random.chance(SECOND_GIVEN_NAME)) name += ` ${pickGivenName(random)}`;
  if (random.chance(LINK)) name += ` ${links.pick(random)}`;
  name += ` ${pickSurname(random)}`;
  if (random.chance(SECOND_SURNAME)) name += ` ${pickSurname(random)}`;
  if (random.chance(THIRD_SURNAME)) name += ` ${pickSurname(random)}`;
  if (random.chance(SUFFIX)) name += ` ${random.pick(people.suffixes)}`;
  return name;
}

/** Two to four letters, as owners' initials are. */
export function pickInitials(random: Random): string {
  let initials = '';
  for (let left = random.between(2, 4); left > 0; left--)
    initials += String.fromCharCode(65 + random.below(26));
  return initials;
}

/** The word that sets a business apart: a common one, or more often one that was coined for it. */
export function pickBrand(random: Random): string {
  if (!random.chance(RARE_BRAND)) return brands.pick(random);
  startSpelling(random, 3);
  const form = speller.unit();
  if (form < 0.3) return speller.pick(business.stems) + speller.pick(ONSETS) + speller.pick(business.endings);
  if (form < 0.42) return misspell(speller.pick(business.brands));
  if (form < 0.55) return spellSyllables(1) + speller.pick(business.endings);
  if (form < 0.6) return `${speller.pick(business.endings)}${speller.below(1000)}`;
  return spellSyllables(speller.between(2, 3)) + (speller.chance(0.4) ? speller.pick(business.endings) : '');
}

/** Eleven digits in the form of a CPF whose first check digit is wrong on purpose: it can be nobody's. */
export function pickInventedCpf(random: Random): string {
  const digits = random.digits(9);
  let sum = 0;
  for (let index = 0; index < digits.length; index++) sum += (digits.charCodeAt(index) - 48) * (10 - index);
  const right = ((sum * 10) % 11) % 10;
  return `${digits}${(right + random.between(1, 9)) % 10}${random.below(10)}`;
}

/** A CPF as the Receita publishes it: its middle six digits between stars. */
export function pickMaskedCpf(random: Random): string {
  return `***${random.digits(6)}**`;
}
