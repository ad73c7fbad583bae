import activities from '../../data/reference/activities.json';
import business from '../../data/reference/sample-business.json';
import { mix, type Random, Weighted } from './random.ts';

/** An activity with the words that names of its companies are made of. */
export interface Trade {
  readonly activity: string;
  readonly phrases: readonly string[];
}

const GENERAL_PHRASES = ['COMERCIO', 'SERVICOS', 'COMERCIO E SERVICOS', 'INDUSTRIA E COMERCIO', 'SOLUCOES'];
/** Activities without words of their own share this part of all companies. */
const UNNAMED_SHARE = 0.28;
/** Ranks that Zipf's law gives to the activities that have words: the others come after them. */
const HEAD_RANKS = 100;
/** What has an activity of its own by its legal nature is not drawn for others. */
const NOT_DRAWN = new Set([
  '8112500',
  '9491000',
  '9492800',
  '9420100',
  '8411600',
  '6470101',
  '6912500',
  '8888888',
]);

const named: readonly (readonly [Trade, number])[] = business.trades.map(([activity, weight, phrases]) => [
  { activity: String(activity), phrases: Array.isArray(phrases) ? phrases : GENERAL_PHRASES },
  Number(weight),
]);

const tradesByActivity = new Map(named.map(([trade]) => [trade.activity, trade]));

function weighTrades(): Weighted<Trade> {
  const drawn = named.filter(([trade]) => !NOT_DRAWN.has(trade.activity));
  const total = drawn.reduce((sum, [, weight]) => sum + weight, 0);
  const rest = activities
    .map(([code]) => String(code))
    .filter((code) => !tradesByActivity.has(code))
    // Their order of frequency is arbitrary and always the same.
    .sort((one, other) => mix(Number(one), 11) - mix(Number(other), 11));
  const harmonic = rest.reduce((sum, _, rank) => sum + 1 / (rank + HEAD_RANKS), 0);
  const restTotal = (total * UNNAMED_SHARE) / (1 - UNNAMED_SHARE);
  const unnamed = rest.map((activity, rank): readonly [Trade, number] => [
    { activity, phrases: GENERAL_PHRASES },
    restTotal / harmonic / (rank + HEAD_RANKS),
  ]);
  return new Weighted([...drawn, ...unnamed]);
}

const trades = weighTrades();

/** Any activity, as frequent as among real companies. */
export function pickTrade(random: Random): Trade {
  return trades.pick(random);
}

/** The trade of an activity code. */
export function tradeOf(activity: string): Trade {
  return tradesByActivity.get(activity) ?? { activity, phrases: GENERAL_PHRASES };
}

const ANOTHER_ACTIVITY = 0.74;
const MAX_ACTIVITIES = 98;

/** Secondary activities as the Receita lists them: codes between commas, empty for about every second establishment. */
export function pickSecondaryActivities(principal: string, random: Random): string {
  if (random.chance(0.52)) return '';
  const codes: string[] = [];
  do {
    const { activity } = trades.pick(random);
    if (activity !== principal && !codes.includes(activity)) codes.push(activity);
  } while (codes.length < MAX_ACTIVITIES && random.chance(ANOTHER_ACTIVITY));
  return codes.join(',');
}
