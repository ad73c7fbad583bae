import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { checkDigits } from '../../src/domain/cnpj.ts';
import { goldenFixture, importMonth } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';
import { expectError } from './wire-form.ts';

let service: LaunchedService;

beforeAll(async () => {
  service = await launchService({
    registry: await goldenFixture(),
    variables: { BASICO_PER_MINUTE: '1000' },
  });
});

afterAll(() => service[Symbol.asyncDispose]());

function post(body: string, headers: Record<string, string> = {}): Promise<Response> {
  return service.ask('/comercial/suframa', {
    ...{ method: 'POST', body },
    headers: { ...bear(service.tokens.basico), ...headers },
  });
}

const CNPJ = GOLDEN.registrations;

test('tells a registration of a CNPJ, in force or not, whole', async () => {
  const active = await post(JSON.stringify({ cnpj: CNPJ, inscricao: '201234567' }));
  expect(active.status).toBe(200);
  expect(await active.text()).toBe(
    `{"cnpj_raiz":"40506070","cnpj":"${CNPJ}","inscricao_suframa":"201234567","ativo":true,"atualizado_em":"2026-08-01T03:00:00.000Z"}`,
  );
  const ended = await post(JSON.stringify({ inscricao: '622005188', cnpj: CNPJ }));
  expect(await ended.text()).toBe(
    `{"cnpj_raiz":"40506070","cnpj":"${CNPJ}","inscricao_suframa":"622005188","ativo":false,"atualizado_em":"2025-12-01T03:00:00.000Z"}`,
  );
});

test('finds a number by its digits where the file has it with points, and answers it as it stands', async () => {
  const answer = await post(JSON.stringify({ cnpj: GOLDEN['odd-texts'], inscricao: '200045678' }));
  expect(await answer.json()).toEqual({
    cnpj_raiz: '60708090',
    cnpj: GOLDEN['odd-texts'],
    inscricao_suframa: '20.0045.67-8',
    ativo: false,
    atualizado_em: '2026-08-08T03:00:00.000Z',
  });
});

test('finds a number however it is punctuated', async () => {
  for (const inscricao of ['201.234.567', '20-1234/567', ' 201 234 567 '])
    expect((await post(JSON.stringify({ cnpj: CNPJ, inscricao }))).status).toBe(200);
});

test('of a number that the file has twice, what was said last holds', async () => {
  const cnpj = `112223330001${checkDigits('112223330001')}`;
  using registry = await importMonth({
    companies: [{ root: '11222333', name: 'ALFA', size: '05' }],
    establishments: [{ cnpj, kind: '1', status: '02', activity: '6203100' }],
    suframa: [`${cnpj};9;S;2026-08-02`, `${cnpj};9;N;2026-08-01`, `${cnpj};8;N;2026-07-01`, `${cnpj};8;S;`],
  });
  await using twice = await launchService({ registry });
  for (const [inscricao, day] of [
    ['9', '2026-08-02'],
    ['8', '2026-08-08'],
  ]) {
    const init = { method: 'POST', headers: bear(twice.tokens.basico) };
    const answer = await twice.ask('/comercial/suframa', {
      ...init,
      body: JSON.stringify({ cnpj, inscricao }),
    });
    expect(await answer.json()).toMatchObject({ ativo: true, atualizado_em: `${day}T03:00:00.000Z` });
  }
});

test.each([
  ['no content type', {}],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', { 'content-type': 'text/plain' }],
  ['something unheard of', { 'content-type': ';;;' }],
])('reads the body as JSON whatever its type says: %s', async (_, headers) => {
  const answer = await post(JSON.stringify({ cnpj: CNPJ, inscricao: '201234567' }), headers);
  expect(answer.status).toBe(200);
});

const NOT_JSON = 'O corpo da requisição não é um JSON válido.';
const BAD_FIELDS = 'O corpo da requisição tem campos inválidos.';
const AN_OBJECT = 'corpo: deve ser um JSON com cnpj e inscricao';
const REQUIRED = 'é obrigatório';
const NUMBER = 'deve ser um texto com o número da inscrição Suframa, de 1 a 20 dígitos';
const BARE = 'deve ser enviado sem pontos, barra ou hífen';
const DIGITS = 'tem dígitos verificadores inválidos (o correto seria 30)';
const FORM = 'deve ter 14 caracteres: 12 letras ou dígitos e 2 dígitos verificadores';

describe('names each bad field of', () => {
  test.each([
    ['', NOT_JSON, [AN_OBJECT]],
    ['{"cnpj":', NOT_JSON, [AN_OBJECT]],
    ['null', BAD_FIELDS, [AN_OBJECT]],
    ['[]', BAD_FIELDS, [`cnpj: ${REQUIRED}`, `inscricao: ${REQUIRED}`]],
    ['"x"', BAD_FIELDS, [AN_OBJECT]],
    ['{}', BAD_FIELDS, [`cnpj: ${REQUIRED}`, `inscricao: ${REQUIRED}`]],
    [`{"cnpj":"${CNPJ}"}`, BAD_FIELDS, [`inscricao: ${REQUIRED}`]],
    [
      '{"cnpj":40506070000130,"inscricao":201234567}',
      BAD_FIELDS,
      ['cnpj: deve ser um texto com os 14 caracteres do CNPJ', `inscricao: ${NUMBER}`],
    ],
    [`{"cnpj":"${CNPJ}","inscricao":""}`, BAD_FIELDS, [`inscricao: ${NUMBER}`]],
    [`{"cnpj":"${CNPJ}","inscricao":"20A123"}`, BAD_FIELDS, [`inscricao: ${NUMBER}`]],
    [`{"cnpj":"${CNPJ}","inscricao":"${'1.'.repeat(21)}"}`, BAD_FIELDS, [`inscricao: ${NUMBER}`]],
    ['{"cnpj":"40.506.070/0001-30","inscricao":"1"}', BAD_FIELDS, [`cnpj: ${BARE}`]],
    ['{"cnpj":"40506070000131","inscricao":"1"}', BAD_FIELDS, [`cnpj: ${DIGITS}`]],
    ['{"cnpj":"4050607000013","inscricao":"1"}', BAD_FIELDS, [`cnpj: ${FORM}`]],
    [`{"cnpj":"${CNPJ}","inscricao":"1","uf":"AM"}`, BAD_FIELDS, ['uf: não é um campo conhecido']],
  ])('%s', async (body, details, validation) => {
    await expectError(await post(body), { status: 400, details, validation, suframa: true });
  });
});

test.each([
  ['a registration of nobody', { cnpj: CNPJ, inscricao: '999999999' }],
  ["another's registration", { cnpj: GOLDEN.partners, inscricao: '201234567' }],
  ['a CNPJ that is not there', { cnpj: '70809010000158', inscricao: '201234567' }],
  ['letters in small, without registrations', { cnpj: '12abc34501de35', inscricao: '201234567' }],
])('%s is a 404', async (_, question) => {
  const details = 'A inscrição Suframa informada não foi encontrada para este CNPJ.';
  await expectError(await post(JSON.stringify(question)), { status: 404, details, suframa: true });
});
