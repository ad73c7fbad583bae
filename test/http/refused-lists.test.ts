import { afterAll, beforeAll, describe, test } from 'bun:test';
import { goldenFixture } from '../support/fixture.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';
import { expectError } from './wire-form.ts';

let service: LaunchedService;

beforeAll(async () => {
  service = await launchService({
    registry: await goldenFixture(),
    variables: { PREMIUM_PER_MINUTE: '100000' },
  });
});

afterAll(() => service[Symbol.asyncDispose]());

const PAGE = 'deve ser um número inteiro de 1 a 100000000';
const LIMIT = 'deve ser um número inteiro de 1 a 100';
const ACTIVITY = 'deve ser um código CNAE de 7 dígitos, sem pontuação';
const DATE = 'deve ser uma data que existe, no formato AAAA-MM-DD';
const STATUS = 'deve ser Nula, Ativa, Suspensa, Inapta, Baixada ou o código';
const SIZE = 'deve ser 01, 02, 03 ou 05';
const COUNTRY = 'deve ser um código de país do Banco Central, com o dígito verificador (o do Brasil é 1058)';
const CITY = 'deve ser um código IBGE de 7 dígitos';
const STATE = 'deve ser um código IBGE de estado, de 2 dígitos';
const NATURE = 'deve ser um código de natureza jurídica de 4 dígitos, sem hífen';
const CEP = 'deve ser um CEP de 8 dígitos, sem hífen';
const TWICE = 'foi informado mais de uma vez';
const WORDS = 'deve ter ao menos uma palavra';

/** Values that a filter does not take, with what is said of each. */
const WRONG: readonly (readonly [filter: string, message: string, values: readonly string[]])[] = [
  ['atividade_principal_id', ACTIVITY, ['', '620310', '6203-1/00', 'padaria']],
  ['atividade_secundaria_id', ACTIVITY, ['62031000']],
  ['atividade_id', ACTIVITY, ['*']],
  ['natureza_juridica_id', NATURE, ['', '206-2', '206']],
  ['pais_id', COUNTRY, ['', 'BR', '10580', '1059', '105']],
  ['estado_id', STATE, ['', 'SP', '350']],
  ['cidade_id', CITY, ['', '6795', 'Ourinhos', '35347080']],
  ['cep', CEP, ['', '1310100', '01310-100']],
  ['situacao_cadastral', STATUS, ['', 'Aberta', '9']],
  ['porte_id', SIZE, ['', 'ME', '005', '00', '04']],
  ['data_situacao_cadastral_de', DATE, ['', '2023-02-29', '29/02/2024', '20240229', '2024-2-9']],
  ['data_situacao_cadastral_ate', DATE, ['2024-13-01']],
  ['data_inicio_atividade_de', DATE, ['0000-01-01']],
  ['data_inicio_atividade_ate', DATE, ['amanhã']],
  ['cnpj', 'deve ser enviado sem pontos, barra ou hífen', ['11.222.333/0001-81']],
  ['cnpj', 'deve ter 14 caracteres: 12 letras ou dígitos e 2 dígitos verificadores', ['', '11222333']],
  ['cnpj_raiz', 'deve ter 8 letras ou dígitos, sem pontuação', ['', '11.222.333']],
  ['razao_social', WORDS, ['', '   ', '...']],
  ['nome_fantasia', 'o prefixo antes de * deve ter ao menos 3 caracteres', ['PE*', 'casa a*']],
  ['socio_nome', 'o * só pode vir no fim de uma palavra', ['*SILVA', 'SIL*VA']],
  ['razao_social', 'deve ter no máximo 10 palavras', ['a b c d e f g h i j k']],
  ['razao_social', 'cada palavra deve ter no máximo 60 caracteres', ['x'.repeat(61)]],
  [
    'socio_nome',
    'números de 11 dígitos não são pesquisados: informe as palavras do nome',
    ['12345678909', '123.456.789-09 '.replace(/\D/g, '')],
  ],
  ['pagina', PAGE, ['', '0', '-1', '1.5', '100000001', 'um']],
  ['page', PAGE, ['0']],
  ['limite', LIMIT, ['', '0', '101', '1e2']],
];

describe.each(WRONG)('%s %s:', (filter, message, values) => {
  test.each(values)('%p', async (value) => {
    const query = new URLSearchParams({ [filter]: value });
    const answer = await service.ask(`/comercial/pesquisa?${query}`, {
      headers: bear(service.tokens.premium),
    });
    const details = 'A consulta tem parâmetros inválidos.';
    await expectError(answer, { status: 400, details, validation: [`${filter}: ${message}`] });
  });
});

const SEARCH_PARAMETERS = [
  ...['cnpj', 'cnpj_raiz', 'atividade_principal_id', 'atividade_secundaria_id', 'atividade_id'],
  ...['natureza_juridica_id', 'razao_social', 'nome_fantasia', 'socio_nome', 'pais_id', 'estado_id'],
  ...['cidade_id', 'cep', 'situacao_cadastral', 'data_situacao_cadastral_de', 'data_situacao_cadastral_ate'],
  ...['porte_id', 'data_inicio_atividade_de', 'data_inicio_atividade_ate', 'pagina', 'page', 'limite'],
].join(', ');
const UNKNOWN = 'não é um parâmetro conhecido; use';
const ROOT_PARAMETERS = 'nome_fantasia, pais_id, estado_id, cidade_id, pagina, page';

/** Queries that are wrong as a whole, and everything that is said of them. */
const QUERIES: readonly (readonly [path: string, validation: readonly string[]])[] = [
  ['/pesquisa?uf=SP', [`uf: ${UNKNOWN} ${SEARCH_PARAMETERS}`]],
  ['/pesquisa?Estado_id=35', [`Estado_id: ${UNKNOWN} ${SEARCH_PARAMETERS}`]],
  ['/pesquisa?estado_id=35&estado_id=35', [`estado_id: ${TWICE}`]],
  ['/pesquisa?pagina=1&page=2', ['page: difere de pagina; informe uma só']],
  [
    '/pesquisa?estado_id=SP&cidade_id=1&limite=0',
    [`estado_id: ${STATE}`, `cidade_id: ${CITY}`, `limite: ${LIMIT}`],
  ],
  [
    '/pesquisa?data_inicio_atividade_de=2020-01-02&data_inicio_atividade_ate=2020-01-01',
    ['data_inicio_atividade_de: deve ser anterior ou igual a data_inicio_atividade_ate'],
  ],
  ['/cnpj-raiz/30405060?limite=10', [`limite: ${UNKNOWN} ${ROOT_PARAMETERS}`]],
  ['/cnpj-raiz/30405060?cnpj=1', [`cnpj: ${UNKNOWN} ${ROOT_PARAMETERS}`]],
  ['/cnpj-raiz/30405060?page=1&page=1', [`page: ${TWICE}`]],
  ['/cnpj-raiz/30405060?pagina=2&page=1', ['page: difere de pagina; informe uma só']],
];

test.each(QUERIES)('%s', async (path, validation) => {
  const answer = await service.ask(`/comercial${path}`, { headers: bear(service.tokens.premium) });
  const details = 'A consulta tem parâmetros inválidos.';
  await expectError(answer, { status: 400, details, validation });
});
