import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeZip } from './zip-writer.ts';

/** The columns of each kind of row, in the Receita's order: written down here once more, apart from the importer's. */
const COLUMNS = {
  companies: ['root', 'name', 'nature', 'qualification', 'capital', 'size', 'entity'],
  establishments: [
    'root',
    'order',
    'digits',
    'kind',
    'tradeName',
    'status',
    'statusDay',
    'reason',
    'foreignCity',
    'country',
    'startDay',
    'activity',
    'secondary',
    'streetType',
    'street',
    'number',
    'complement',
    'district',
    'cep',
    'state',
    'city',
    'area1',
    'phone1',
    'area2',
    'phone2',
    'faxArea',
    'fax',
    'email',
    'special',
    'specialDay',
  ],
  partners: [
    'root',
    'kind',
    'name',
    'document',
    'qualification',
    'since',
    'country',
    'representative',
    'representativeName',
    'representativeQualification',
    'age',
  ],
  simples: ['root', 'simples', 'simplesFrom', 'simplesUntil', 'mei', 'meiFrom', 'meiUntil'],
} as const;

type Kind = keyof typeof COLUMNS;

/** The fields of a row by their names, `cnpj` for root, order and check digits; those not given are empty. */
export type Fields<Of extends Kind> = Readonly<
  Partial<Record<(typeof COLUMNS)[Of][number] | 'cnpj', string>>
>;

/** A month's files by their rows. A row given as text stands in its file as it is, line end included. */
export interface Month {
  readonly companies?: readonly (Fields<'companies'> | string)[];
  readonly establishments?: readonly (Fields<'establishments'> | string)[];
  readonly partners?: readonly (Fields<'partners'> | string)[];
  readonly simples?: readonly (Fields<'simples'> | string)[];
  /** Lines of the files of tax regimes after their header, by the name of zip and member without ending. */
  readonly regimes?: Readonly<Record<string, readonly string[]>>;
  /** Lines of Suframa.csv and of InscricoesEstaduais.csv after their headers. */
  readonly suframa?: readonly string[];
  readonly stateRegistrations?: readonly string[];
  /** Lines of a code table, by its zip's name without ending, in the place of the usual ones. */
  readonly tables?: Readonly<Record<string, readonly string[]>>;
  /** Lines of TABMUN.CSV; none, and there is no such file. */
  readonly treasuryCities?: readonly string[];
  /** Lines of the Receita's own municipios.csv after its header. */
  readonly receitaCities?: readonly string[];
  /** The mark of the extraction's day in the members' names. */
  readonly mark?: string;
}

/** The code tables as the Receita publishes them, cut down to what the rows of tests use. */
const TABLES: Readonly<Record<string, readonly [member: string, lines: readonly string[]]>> = {
  Cnaes: [
    'CNAECSV',
    [
      '"0111301";"Cultivo de arroz"',
      '"1091102";"Fabricação de produtos de padaria e confeitaria com predominância de produção própria"',
      '"4781400";"Comércio varejista de artigos do vestuário e acessórios"',
      '"5611203";"Lanchonetes, casas de chá, de sucos e similares"',
      '"6201501";"Desenvolvimento de programas de computador sob encomenda"',
      '"6203100";"Desenvolvimento e licenciamento de programas de computador não-customizáveis"',
      '"6462000";"Holdings de instituições não-financeiras"',
      '"8888888";"Atividade Econônica não informada"',
    ],
  ],
  Motivos: [
    'MOTICSV',
    [
      '"00";"SEM MOTIVO"',
      '"01";"EXTINCAO POR ENCERRAMENTO LIQUIDACAO VOLUNTARIA"',
      '"21";"PEDIDO DE BAIXA INDEFERIDA"',
      '"63";"OMISSAO DE DECLARACOES"',
      '"99";"MOTIVO QUE NINGUEM ESCREVEU A MAO"',
    ],
  ],
  Municipios: [
    'MUNICCSV',
    [
      '"0255";"MANAUS"',
      '"1182";"BOA ESPERANCA DO NORTE"',
      '"6001";"RIO DE JANEIRO"',
      '"6795";"OURINHOS"',
      '"7107";"SAO PAULO"',
      '"9701";"BRASILIA"',
      '"9707";"EXTERIOR"',
      '"9998";"VILA NOVA DE LUGAR NENHUM"',
    ],
  ],
  Naturezas: [
    'NATJUCSV',
    [
      '"1244";"Município"',
      '"2046";"Sociedade Anônima Aberta"',
      '"2062";"Sociedade Empresária Limitada"',
      '"2135";"Empresário (Individual)"',
    ],
  ],
  Paises: [
    'PAISCSV',
    ['"023";"ALEMANHA"', '"063";"ARGENTINA"', '"105";"BRASIL"', '"249";"ESTADOS UNIDOS"', '"607";"PORTUGAL"'],
  ],
  Qualificacoes: [
    'QUALSCSV',
    [
      '"00";"Não informada"',
      '"05";"Administrador"',
      '"10";"Diretor"',
      '"14";"Mãe"',
      '"17";"Procurador"',
      '"22";"Sócio"',
      '"30";"Sócio Menor (Assistido/Representado)"',
      '"37";"Sócio Pessoa Jurídica Domiciliado no Exterior"',
      '"38";"Sócio Pessoa Física Residente no Exterior"',
      '"49";"Sócio-Administrador"',
      '"50";"Empresário"',
    ],
  ],
};

const TREASURY_CITIES = [
  '0255;04365326000173;MANAUS                                       ;AM;1302603',
  '6001;42498733000148;RIO DE JANEIRO                               ;RJ;3304557',
  '6795;53415717000160;OURINHOS                                     ;SP;3534708',
  '7107;46395000000139;SAO PAULO                                    ;SP;3550308',
  '9701;26994533000120;BRASILIA                                     ;DF;5300108',
];

const REGIME_HEADER = 'ano,cnpj,cnpj_da_scp,forma_de_tributacao,quantidade_de_escrituracoes';

/** A row as its line: every field quoted, quotes doubled. */
function writeRow(kind: Kind, fields: Readonly<Record<string, string | undefined>> | string): string {
  if (typeof fields === 'string') return fields;
  const { cnpj = '', ...given } = fields;
  const whole = { root: cnpj.slice(0, 8), order: cnpj.slice(8, 12), digits: cnpj.slice(12), ...given };
  const values: Readonly<Record<string, string | undefined>> = whole;
  return `${COLUMNS[kind].map((name) => `"${(values[name] ?? '').replaceAll('"', '""')}"`).join(';')}\n`;
}

/** Writes a month's files into a folder, which is made: zips in Latin-1 and the operator's files in UTF-8. */
export function writeMonth(folder: string, month: Month): void {
  mkdirSync(folder, { recursive: true });
  const mark = month.mark ?? 'D60808';
  const zip = (name: string, member: string, text: string): void => {
    const contents = Buffer.from(text, 'latin1');
    writeFileSync(join(folder, `${name}.zip`), writeZip([{ name: member, contents }]));
  };
  const rows = (kind: Kind): string => (month[kind] ?? []).map((row) => writeRow(kind, row)).join('');
  const lines = (texts: readonly string[], end = '\n'): string => texts.map((text) => text + end).join('');
  zip('Empresas0', `K3241.K03200Y0.${mark}.EMPRECSV`, rows('companies'));
  zip('Estabelecimentos0', `K3241.K03200Y0.${mark}.ESTABELE`, rows('establishments'));
  zip('Socios0', `K3241.K03200Y0.${mark}.SOCIOCSV`, rows('partners'));
  zip('Simples', `F.K03200$W.SIMPLES.CSV.${mark}`, rows('simples'));
  for (const [name, [member, usual]] of Object.entries(TABLES)) {
    zip(name, `F.K03200$Z.${mark}.${member}`, lines(month.tables?.[name] ?? usual));
  }
  for (const [name, texts] of Object.entries(month.regimes ?? {})) {
    zip(name, `${name}.csv`, lines([REGIME_HEADER, ...texts]));
  }
  const plain = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  if (month.suframa) {
    plain('Suframa.csv', lines(['cnpj;inscricao_suframa;ativo;atualizado_em', ...month.suframa]));
  }
  if (month.stateRegistrations) {
    const header = 'cnpj;uf;inscricao_estadual;ativo;atualizado_em';
    plain('InscricoesEstaduais.csv', lines([header, ...month.stateRegistrations]));
  }
  if (month.receitaCities) {
    const header = 'CÓDIGO DO MUNICÍPIO - TOM;CÓDIGO DO MUNICÍPIO - IBGE;MUNICÍPIO - TOM;MUNICÍPIO - IBGE;UF';
    const text = lines([header, ...month.receitaCities], '\r\n');
    writeFileSync(join(folder, 'municipios.csv'), Buffer.from(text, 'latin1'));
  }
  const cities = month.treasuryCities ?? TREASURY_CITIES;
  if (cities.length > 0) plain('TABMUN.CSV', lines(cities, '\r\n'));
}
