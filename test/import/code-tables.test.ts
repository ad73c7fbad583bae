import { expect, test } from 'bun:test';
import type { Oddity } from '../../src/import/oddities.ts';
import { importMonth } from '../support/fixture.ts';
import type { Fields, Month } from '../support/fixture-layout.ts';
import { launchService } from '../support/service.ts';
import { cnpjOf } from './quirk.ts';

/** Imports one establishment with some tables beside it, and returns its record and what was counted. */
async function serveOne(own: Fields<'establishments'>, tables: Month, company: Fields<'companies'> = {}) {
  const cnpj = cnpjOf('112223330001');
  using fixture = await importMonth({
    companies: [{ root: '11222333', name: 'ALFA', size: '05', ...company }],
    establishments: [{ cnpj, kind: '1', status: '02', activity: '6203100', ...own }],
    ...tables,
  });
  await using service = await launchService({ registry: fixture });
  const answer = await service.ask(`/cnpj/${cnpj}`);
  const oddities: Partial<Record<Oddity, number>> = fixture.report.oddities;
  return { record: await answer.json(), oddities };
}

const cityOf = (cidade: unknown) => ({ estabelecimento: { cidade } });

/** Where a municipality's IBGE code comes from, each source where those before it have none. */
const CITIES: readonly (readonly [
  name: string,
  own: Fields<'establishments'>,
  tables: Month,
  city: unknown,
])[] = [
  [
    "the Tesouro's table",
    { state: 'SP', city: '8000' },
    {
      tables: { Municipios: ['"8000";"CIDADE COM OUTRO NOME"'] },
      treasuryCities: ['8000;53415717000160;OURINHOS                                     ;SP;3534708'],
    },
    { id: 3660, nome: 'Ourinhos', ibge_id: 3_534_708, siafi_id: '8000' },
  ],
  [
    "the Receita's own table",
    { state: 'SP', city: '8000' },
    {
      tables: { Municipios: ['"8000";"CIDADE COM OUTRO NOME"'] },
      treasuryCities: [],
      receitaCities: ['8000;3534708;CIDADE;Ourinhos;SP'],
    },
    { id: 3660, nome: 'Ourinhos', ibge_id: 3_534_708, siafi_id: '8000' },
  ],
  [
    'a table that knows a municipality newer than the project',
    { state: 'GO', city: '8000' },
    { tables: { Municipios: ['"8000";"CIDADE NOVISSIMA"'] }, treasuryCities: ['8000;;CIDADE;GO;5299999'] },
    { id: null, nome: 'Cidade novissima', ibge_id: 5_299_999, siafi_id: '8000' },
  ],
  [
    "the project's own join",
    { state: 'SP', city: '7107' },
    { treasuryCities: [] },
    { id: 3832, nome: 'São Paulo', ibge_id: 3_550_308, siafi_id: '7107' },
  ],
  [
    'the name within the state of the row',
    { state: 'SP', city: '8000' },
    { tables: { Municipios: ['"8000";"SAO PAULO"'] }, treasuryCities: [] },
    { id: 3832, nome: 'São Paulo', ibge_id: 3_550_308, siafi_id: '8000' },
  ],
  [
    'nowhere',
    { state: 'AC', city: '8000' },
    { tables: { Municipios: ['"8000";"SAO PAULO"'] }, treasuryCities: ['8000;;DEMAIS;AC;0000000'] },
    { id: null, nome: 'Sao paulo', ibge_id: null, siafi_id: '8000' },
  ],
];

test.each(CITIES)('a municipality’s IBGE code comes from %s', async (_, own, tables, city) => {
  const { record, oddities } = await serveOne(own, tables);
  expect(record).toMatchObject(cityOf(city));
  expect(oddities).toEqual({});
});

test('a month whose table lacks a code that the project knows loses no label', async () => {
  const { record, oddities } = await serveOne(
    { reason: '01', country: '249' },
    { tables: { Motivos: ['"00";"SEM MOTIVO"'], Paises: ['"105";"BRASIL"'], Qualificacoes: [] } },
    { qualification: '49' },
  );
  expect(record).toMatchObject({
    qualificacao_do_responsavel: { id: 49, descricao: 'Sócio-Administrador' },
    estabelecimento: {
      motivo_situacao_cadastral: 'Extinção por encerramento – liquidação voluntária',
      pais: { nome: 'Estados Unidos' },
    },
  });
  expect(oddities).toEqual({});
});

test('codes of a table stand with or without their zeros and hyphen, labels as people write them', async () => {
  const { record } = await serveOne(
    { reason: '01', activity: '0111301', country: '12' },
    {
      tables: {
        Naturezas: ['"206-2";"Sociedade Empresária Limitada"'],
        Qualificacoes: ['"5";"ADMINISTRADOR DA SPE"'],
        Cnaes: ['"111301";"Cultivo de  arroz "'],
        Motivos: ['"1";"EXTINCAO"'],
        Paises: ['"12";"TERRA DO NUNCA"', '"105"', '"1";"A";"MAIS"'],
      },
    },
    { nature: '2062', qualification: '5' },
  );
  expect(record).toMatchObject({
    natureza_juridica: { id: '2062', descricao: 'Sociedade Empresária Limitada' },
    qualificacao_do_responsavel: { id: 5, descricao: 'Administrador da SPE' },
    estabelecimento: {
      atividade_principal: { id: '0111301', descricao: 'Cultivo de arroz' },
      motivo_situacao_cadastral: 'Extinção por encerramento – liquidação voluntária',
      pais: { comex_id: '012', nome: 'Terra do nunca', iso2: null },
    },
  });
});
