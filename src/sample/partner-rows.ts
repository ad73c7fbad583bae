import type { Calendar } from './calendar.ts';
import type { Company, CompanyRegister } from './company.ts';
import type { Partnership } from './natures.ts';
import { cnpjOf } from './numbering.ts';
import { type Random, Weighted } from './random.ts';
import type { PartnerRow } from './rows.ts';
import { pickMaskedCpf, pickPersonName } from './words.ts';

/** What the Receita writes where nobody represents a partner. */
const NO_REPRESENTATIVE = '***000000**';

const counts: Readonly<Record<Partnership, Weighted<number>>> = {
  none: new Weighted([[0, 1]]),
  single: new Weighted([
    [0, 15],
    [1, 85],
  ]),
  partners: new Weighted([
    [0, 34],
    [1, 32],
    [2, 28],
    [3, 6],
    [4, 2],
    [5, 0.8],
    [6, 0.5],
    [7, 0.3],
    [8, 0.2],
    [10, 0.1],
    [14, 0.05],
    [25, 0.01],
  ]),
  board: new Weighted([
    [0, 35],
    [1, 35],
    [2, 16],
    [3, 7],
    [4, 3],
    [6, 2],
    [8, 1],
    [11, 0.6],
    [17, 0.2],
  ]),
};

const qualifications: Readonly<Record<Partnership, Weighted<string>>> = {
  none: new Weighted([['50', 1]]),
  single: new Weighted([
    ['65', 90],
    ['49', 10],
  ]),
  partners: new Weighted([
    ['49', 69],
    ['22', 24],
    ['05', 4],
    ['30', 0.6],
    ['52', 0.4],
    ['63', 0.1],
  ]),
  board: new Weighted([
    ['16', 45],
    ['10', 35],
    ['08', 12],
    ['05', 8],
  ]),
};

const ageBands = new Weighted<string>([
  ['1', 0.1],
  ['2', 0.4],
  ['3', 4.7],
  ['4', 22.8],
  ['5', 32.5],
  ['6', 20.8],
  ['7', 12.6],
  ['8', 4.7],
  ['9', 1.3],
]);
const representativeQualifications = new Weighted<string>([
  ['05', 66],
  ['14', 10],
  ['17', 9],
  ['15', 7],
  ['49', 5],
  ['65', 3],
]);
/** Countries of partners abroad, as the Receita codes them. */
const foreignCountries = new Weighted<string>([
  ['249', 40],
  ['607', 12],
  ['023', 8],
  ['245', 8],
  ['386', 7],
  ['275', 6],
  ['063', 6],
  ['160', 6],
  ['149', 4],
  ['399', 3],
]);

const COMPANY_SHARE = 0.027;
const FOREIGNER_SHARE = 0.003;
const REPRESENTED_SHARE = 0.01;

type Representation = Pick<
  PartnerRow,
  'representative' | 'representativeName' | 'representativeQualification'
>;

function pickRepresentation(isRepresented: boolean, random: Random): Representation {
  if (!isRepresented) {
    return { representative: NO_REPRESENTATIVE, representativeName: '', representativeQualification: '00' };
  }
  return {
    representative: pickMaskedCpf(random),
    representativeName: pickPersonName(random),
    representativeQualification: representativeQualifications.pick(random),
  };
}

type Identity = Omit<PartnerRow, 'root' | 'since'>;

function makeCompanyPartner(register: CompanyRegister, random: Random): Identity {
  const partner = register.describe(random.below(register.size));
  return {
    kind: '1',
    name: partner.name,
    document: cnpjOf(partner.root, '0001'),
    qualification: '22',
    country: '',
    ...pickRepresentation(true, random),
    ageBand: '0',
  };
}

function makePerson(partnership: Partnership, random: Random): Identity {
  const isForeign = random.chance(FOREIGNER_SHARE);
  return {
    kind: isForeign ? '3' : '2',
    name: pickPersonName(random),
    document: pickMaskedCpf(random),
    qualification: isForeign ? '38' : qualifications[partnership].pick(random),
    country: isForeign ? foreignCountries.pick(random) : '',
    ...pickRepresentation(isForeign || random.chance(REPRESENTED_SHARE), random),
    ageBand: ageBands.pick(random),
  };
}

/** A company's rows of Socios: none for most, more than ten for a few. */
export function makePartnerRows(
  company: Company,
  register: CompanyRegister,
  calendar: Calendar,
  random: Random,
): readonly PartnerRow[] {
  const { partnership } = company.nature;
  const rows: PartnerRow[] = [];
  for (let left = counts[partnership].pick(random); left > 0; left--) {
    const identity = random.chance(COMPANY_SHARE)
      ? makeCompanyPartner(register, random)
      : makePerson(partnership, random);
    const since = random.chance(0.6) ? company.startDay : calendar.laterDay(company.startDay, random);
    rows.push({ root: company.root, ...identity, since: calendar.text(since) });
  }
  return rows;
}
