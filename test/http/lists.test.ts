import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { checkDigits } from '../../src/domain/cnpj.ts';
import { goldenFixture, importMonth } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';
import { expectError } from './wire-form.ts';

let service: LaunchedService;
let hosted: LaunchedService;

beforeAll(async () => {
  const registry = await goldenFixture();
  const variables = { PREMIUM_PER_MINUTE: '100000' };
  service = await launchService({ registry, variables });
  hosted = await launchService({ registry, variables: { ...variables, WIRE_PROFILE: 'hosted' } });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await hosted[Symbol.asyncDispose]();
});

const ask = (path: string, of = service) => of.ask(`/comercial${path}`, { headers: bear(of.tokens.premium) });

/** The golden establishments in the order of their CNPJs, by letters that the tables below use. */
const ALL: Readonly<Record<string, string>> = {
  A: GOLDEN.partners,
  B: GOLDEN.alphanumeric,
  C: GOLDEN['simples-and-mei'],
  D: '30405060000155',
  E: GOLDEN.abroad,
  F: GOLDEN.registrations,
  G: GOLDEN.empty,
  H: GOLDEN['odd-texts'],
};

const cnpjsOf = (letters: string) => [...letters].map((letter) => ALL[letter] ?? letter);

const SEARCHABLE = [
  ...['cnpj', 'cnpj_raiz', 'natureza_juridica_id', 'porte_id', 'razao_social', 'nome_fantasia', 'pais_id'],
  ...['estado_id', 'cidade_id', 'cep', 'atividade_principal_id'],
];
const OF_A_ROOT = ['nome_fantasia', 'pais_id', 'estado_id', 'cidade_id'];

/** A whole list answer. */
function list(
  letters: string,
  paginacao: { limite: number; pagina: number; paginas: number; total: number },
  applied: Readonly<Record<string, string>>,
  available: readonly string[],
): string {
  const head = { data: cnpjsOf(letters), paginacao, ordenacao: [] };
  return JSON.stringify({ ...head, filtros_disponiveis: available, filtros_aplicados: applied });
}

/** A query of the search, which establishments it finds, and what it says was applied. */
const SEARCHES: readonly (readonly [query: string, found: string, applied: Record<string, string>])[] = [
  ['', 'ABCDEFGH', {}],
  ['cnpj=12abc34501de35', 'B', { cnpj: '12ABC34501DE35' }],
  ['cnpj=70809010000158', '', { cnpj: '70809010000158' }],
  ['cnpj_raiz=30405060', 'DE', { cnpj_raiz: '30405060' }],
  ['cnpj_raiz=12abc345', 'B', { cnpj_raiz: '12ABC345' }],
  ['atividade_principal_id=1091102', 'F', { atividade_principal_id: '1091102' }],
  ['atividade_secundaria_id=1091102', 'AF', { atividade_secundaria_id: '1091102' }],
  ['atividade_id=1091102', 'AF', { atividade_id: '1091102' }],
  ['atividade_id=5611203', 'A', { atividade_id: '5611203' }],
  ['natureza_juridica_id=2062', 'ABFH', { natureza_juridica_id: '2062' }],
  ['natureza_juridica_id=9999', '', { natureza_juridica_id: '9999' }],
  ['razao_social=alfa%2012345678909', 'A', { razao_social: 'ALFA' }],
  ['razao_social=alfa', 'A', { razao_social: 'ALFA' }],
  ['razao_social=ltda%20de', 'A', { razao_social: 'LTDA DE' }],
  ['razao_social=p%C3%A3o%20d%27%C3%A1vila', 'H', { razao_social: 'PAO D AVILA' }],
  ['razao_social=s.a.', 'DE', { razao_social: 'SA' }],
  ['nome_fantasia=ponto', 'H', { nome_fantasia: 'PONTO' }],
  ['socio_nome=z%C3%A9%20juca', 'H', { socio_nome: 'ZE JUCA' }],
  ['socio_nome=maria%20souza', '', { socio_nome: 'MARIA SOUZA' }],
  ['socio_nome=de%20souza', 'A', { socio_nome: 'DE SOUZA' }],
  ['pais_id=1058', 'ABCDFGH', { pais_id: '1058' }],
  ['pais_id=6076', 'E', { pais_id: '6076' }],
  ['pais_id=230', '', { pais_id: '0230' }],
  ['pais_id=9997', '', { pais_id: '9997' }],
  ['estado_id=35', 'AC', { estado_id: '35' }],
  ['estado_id=99', 'E', { estado_id: '99' }],
  ['cidade_id=3534708', 'A', { cidade_id: '3534708' }],
  ['cidade_id=9999999', 'E', { cidade_id: '9999999' }],
  ['cep=01310100', 'C', { cep: '01310100' }],
  ['situacao_cadastral=Active', 'ADEH', { situacao_cadastral: 'Ativa' }],
  ['situacao_cadastral=ATIVA', 'ADEH', { situacao_cadastral: 'Ativa' }],
  ['situacao_cadastral=2', 'ADEH', { situacao_cadastral: 'Ativa' }],
  ['situacao_cadastral=closed', 'C', { situacao_cadastral: 'Baixada' }],
  ['situacao_cadastral=Inactive', 'B', { situacao_cadastral: 'Inapta' }],
  ['situacao_cadastral=Null', 'G', { situacao_cadastral: 'Nula' }],
  ['situacao_cadastral=03', 'F', { situacao_cadastral: 'Suspensa' }],
  ['data_situacao_cadastral_de=2020-02-29', 'BCFH', { data_situacao_cadastral_de: '2020-02-29' }],
  ['data_situacao_cadastral_ate=2010-03-15', 'AD', { data_situacao_cadastral_ate: '2010-03-15' }],
  [
    'data_situacao_cadastral_de=2015-06-30&data_situacao_cadastral_ate=2015-06-30',
    'E',
    { data_situacao_cadastral_de: '2015-06-30', data_situacao_cadastral_ate: '2015-06-30' },
  ],
  ['data_inicio_atividade_de=2018-01-02', 'BCH', { data_inicio_atividade_de: '2018-01-02' }],
  ['data_inicio_atividade_ate=1999-12-31', 'F', { data_inicio_atividade_ate: '1999-12-31' }],
  ['porte_id=01', 'BG', { porte_id: '01' }],
  ['porte_id=2', 'CH', { porte_id: '02' }],
  ['porte_id=03', 'A', { porte_id: '03' }],
  ['porte_id=05', 'DEF', { porte_id: '05' }],
  ['situacao_cadastral=Ativa&estado_id=35', 'A', { estado_id: '35', situacao_cadastral: 'Ativa' }],
  [
    'porte_id=05&pais_id=1058&razao_social=gama',
    'D',
    { razao_social: 'GAMA', pais_id: '1058', porte_id: '05' },
  ],
  ['token=TOKEN&estado_id=53', 'D', { estado_id: '53' }],
];

describe('the search', () => {
  test.each(SEARCHES)('answers %p whole', async (query, found, applied) => {
    const total = found.length;
    const pages = { limite: 20, pagina: 1, paginas: Math.ceil(total / 20), total };
    const answer = await ask(`/pesquisa?${query.replace('TOKEN', service.tokens.premium)}`);
    expect(await answer.text()).toBe(list(found, pages, applied, SEARCHABLE));
    expect(answer.status).toBe(200);
  });

  test.each([
    ['00', 'BG'],
    ['01', 'CH'],
    ['03', 'A'],
    ['05', 'DEF'],
  ])("takes the Receita's size %s in the hosted profile", async (size, found) => {
    const answer = await ask(`/pesquisa?porte_id=${size}`, hosted);
    const pages = { limite: 20, pagina: 1, paginas: found === '' ? 0 : 1, total: found.length };
    expect(await answer.text()).toBe(list(found, pages, { porte_id: size }, SEARCHABLE));
  });

  test.each([
    ['limite=3', 'ABC', 3, 1],
    ['limite=3&pagina=2', 'DEF', 3, 2],
    ['limite=3&page=3', 'GH', 3, 3],
    ['limite=3&page=4&pagina=4', '', 3, 4],
    ['limite=100&pagina=100000000', '', 100, 100_000_000],
    ['limite=1&pagina=8', 'H', 1, 8],
  ])('pages by %s', async (query, found, limite, pagina) => {
    const answer = await ask(`/pesquisa?${query}`);
    const pages = { limite, pagina, paginas: Math.ceil(8 / limite), total: 8 };
    expect(await answer.text()).toBe(list(found, pages, {}, SEARCHABLE));
  });
});

describe('the root listing', () => {
  test.each([
    ['30405060', 'DE', {}],
    ['30405060?estado_id=99', 'E', { estado_id: '99' }],
    ['30405060?nome_fantasia=gama&pais_id=6076', 'E', { nome_fantasia: 'GAMA', pais_id: '6076' }],
    ['30405060?cidade_id=3534708', '', { cidade_id: '3534708' }],
    ['12abc345', 'B', {}],
  ])('answers %s whole', async (path, found, applied) => {
    const answer = await ask(`/cnpj-raiz/${path}`);
    const pages = { limite: 20, pagina: 1, paginas: found === '' ? 0 : 1, total: found.length };
    expect(await answer.text()).toBe(list(found, pages, applied, OF_A_ROOT));
  });

  test('takes the page under either name, and is empty past the last', async () => {
    for (const query of ['page=2', 'pagina=2', 'page=2&pagina=2']) {
      const answer = await ask(`/cnpj-raiz/30405060?${query}`);
      expect(await answer.text()).toBe(
        list('', { limite: 20, pagina: 2, paginas: 1, total: 2 }, {}, OF_A_ROOT),
      );
    }
  });

  test('is a 404 for a root that is not there, a 400 for one that cannot be', async () => {
    const missing = { status: 404, details: 'A raiz de CNPJ 99999999 não foi encontrada.' };
    await expectError(await ask('/cnpj-raiz/99999999'), missing);
    const problem = 'deve ter 8 letras ou dígitos, sem pontuação';
    for (const root of ['1122233', '112223330', '11.222.333', '%zz']) {
      await expectError(await ask(`/cnpj-raiz/${root}`), {
        ...{ status: 400, details: `A raiz de CNPJ informada é inválida: ${problem}.` },
        validation: [`cnpj_raiz: ${problem}`],
      });
    }
  });
});

test('a municipality is found by each code that the Receita has for it, and abroad by none', async () => {
  const own = { kind: '1', status: '02', activity: '6203100', state: 'SP' };
  const bases = ['112223330001', '445556660001', '778889990001'];
  const [known = '', renamed = '', abroad = ''] = bases.map((base) => base + checkDigits(base));
  using registry = await importMonth({
    companies: bases.map((base) => ({ root: base.slice(0, 8), name: 'ALFA', size: '05' })),
    establishments: [
      { ...own, cnpj: known, city: '7107' },
      { ...own, cnpj: renamed, city: '8000' },
      { ...own, cnpj: abroad, city: '7107', state: 'EX' },
    ],
    tables: { Municipios: ['"7107";"SAO PAULO"', '"8000";"SAO PAULO"'] },
    treasuryCities: [],
  });
  await using both = await launchService({ registry });
  for (const [city, cnpjs] of [
    ['3550308', [known, renamed]],
    ['9999999', [abroad]],
  ] as const) {
    const found = await (await ask(`/pesquisa?cidade_id=${city}`, both)).json();
    expect(found).toMatchObject({ data: cnpjs, paginacao: { total: cnpjs.length } });
  }
});
