import type { Company } from './company.ts';
import { type Random, Weighted } from './random.ts';
import type { CompanyRow } from './rows.ts';

const capitals = new Weighted<number>([
  [1000, 20],
  [5000, 13],
  [0, 10],
  [10_000, 10],
  [2000, 6],
  [3000, 4],
  [20_000, 4],
  [500, 3],
  [50_000, 4],
  [100, 2],
  [1, 2],
  [30_000, 2],
  [15_000, 2],
  [1500, 1.5],
  [100_000, 3],
  [200_000, 1],
  [40_000, 1],
  [1_000_000, 0.4],
]);

const ODD_CAPITAL = 0.06;
const MAX_DECIMALS_OF_CAPITAL = 9;

function pickCapital(company: Company, random: Random): string {
  const scale = company.nature.pattern === 'firm' && company.nature.partnership === 'board' ? 100 : 1;
  if (!random.chance(ODD_CAPITAL)) return `${capitals.pick(random) * scale},00`;
  const whole = random.below(10 ** random.between(3, MAX_DECIMALS_OF_CAPITAL));
  return `${whole},${random.digits(2)}`;
}

function pickSize(company: Company, random: Random): string {
  const share = random.unit();
  const { microShare, smallShare } = company.nature;
  if (share < microShare) return '01';
  if (share < microShare + smallShare) return '03';
  // A few have never said what size they are.
  return share > 0.995 ? '00' : '05';
}

/** A company's row of Empresas. */
export function makeCompanyRow(company: Company, random: Random): CompanyRow {
  const { nature, town } = company;
  return {
    root: company.root,
    name: company.name,
    nature: nature.code,
    qualification: nature.qualification,
    capital: pickCapital(company, random),
    size: pickSize(company, random),
    federativeEntity: nature.pattern === 'body' ? `${town.name} - ${town.state}` : '',
  };
}
