import { itemAt, Weighted } from './random.ts';

/** How a company of a legal nature is named, and who its partners are. */
export type NamePattern =
  | 'trader'
  | 'firm'
  | 'lawyers'
  | 'farmer'
  | 'candidate'
  | 'association'
  | 'church'
  | 'condominium'
  | 'fund'
  | 'cooperative'
  | 'union'
  | 'party'
  | 'office'
  | 'body';

/** How many partners a company has, and of what kind. */
export type Partnership = 'none' | 'single' | 'partners' | 'board';

/** A legal nature as it is met among companies, with what depends on it. */
export interface Nature {
  readonly code: string;
  readonly pattern: NamePattern;
  /** What the name ends in, such as LTDA; empty where the nature does not show in the name. */
  readonly ending: string;
  /** The qualification of the person responsible. */
  readonly qualification: string;
  readonly partnership: Partnership;
  /** How many of its companies have a row in the Simples. */
  readonly simplesShare: number;
  /** How many of them are micro enterprises, and how many small businesses; the rest are "others". */
  readonly microShare: number;
  readonly smallShare: number;
  /** The activity that goes with the nature, or undefined where any may. */
  readonly activity: string | undefined;
}

type Line = readonly [
  weight: number,
  code: string,
  pattern: NamePattern,
  ending: string,
  qualification: string,
  partnership: Partnership,
  simplesShare: number,
  microShare: number,
  smallShare: number,
  activity?: string,
];

const LINES: readonly Line[] = [
  [570, '2135', 'trader', '', '50', 'none', 0.95, 0.93, 0.02],
  [288, '2062', 'firm', 'LTDA', '49', 'partners', 0.5, 0.66, 0.11],
  [24, '2305', 'firm', 'EIRELI', '65', 'single', 0.45, 0.55, 0.16],
  [11, '2240', 'firm', 'SOCIEDADE SIMPLES LTDA', '49', 'partners', 0.3, 0.5, 0.1],
  [5, '2054', 'firm', 'S.A.', '10', 'board', 0, 0.02, 0.03],
  [1, '2046', 'firm', 'S/A', '10', 'board', 0, 0, 0],
  [3, '2127', 'firm', 'SCP', '31', 'single', 0, 0.3, 0.05],
  [2, '2178', 'firm', 'DO BRASIL', '17', 'none', 0, 0, 0],
  [1, '2216', 'firm', 'INC', '17', 'none', 0, 0, 0],
  [3, '2232', 'lawyers', 'ADVOGADOS ASSOCIADOS', '49', 'partners', 0.4, 0.5, 0.1, '6911701'],
  [6, '2321', 'lawyers', 'SOCIEDADE INDIVIDUAL DE ADVOCACIA', '65', 'single', 0.5, 0.7, 0.05, '6911701'],
  [13, '4120', 'farmer', '', '59', 'none', 0, 0, 0, '0151201'],
  [9, '4090', 'candidate', '', '51', 'none', 0, 0, 0, '9492800'],
  [35, '3999', 'association', '', '16', 'board', 0.01, 0, 0, '9430800'],
  [8, '3220', 'church', '', '16', 'board', 0, 0, 0, '9491000'],
  [11, '3085', 'condominium', '', '19', 'none', 0, 0, 0, '8112500'],
  [2, '2224', 'fund', '', '43', 'none', 0, 0, 0, '6470101'],
  [2, '2143', 'cooperative', '', '16', 'board', 0, 0.2, 0.1],
  [1, '3131', 'union', '', '16', 'board', 0, 0, 0, '9420100'],
  [3, '3271', 'party', '', '16', 'board', 0, 0, 0, '9492800'],
  [1, '3034', 'office', '', '32', 'none', 0, 0, 0, '6912500'],
  [1, '1244', 'body', '', '05', 'none', 0, 0, 0, '8411600'],
];

/** Every legal nature of the sample with its companies in a thousand. */
const WEIGHTED: readonly (readonly [Nature, number])[] = LINES.map(
  ([
    weight,
    code,
    pattern,
    ending,
    qualification,
    partnership,
    simplesShare,
    microShare,
    smallShare,
    activity,
  ]) => [
    { code, pattern, ending, qualification, partnership, simplesShare, microShare, smallShare, activity },
    weight,
  ],
);

/** The legal natures, as frequent as among real companies. */
export const natures = new Weighted(WEIGHTED);

/** The nature of companies with hundreds of branches: a corporation. */
export const corporation: Nature = itemAt(
  WEIGHTED.map(([nature]) => nature).filter((nature) => nature.code === '2054'),
  0,
);
