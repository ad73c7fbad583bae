import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as v from 'valibot';
import { writeBatch } from '../../src/state/batch.ts';
import { openState } from '../../src/state/database.ts';
import type { UsageRow } from '../../src/state/usage.ts';
import { Consumption } from '../../src/wire/usage.ts';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';
import { expectError } from './wire-form.ts';

const NOW_MS = Date.parse('2026-11-21T12:00:00.000Z');
const OCTOBER_MS = Date.parse('2026-10-31T23:00:00.000Z');

/** What the subscriber with the plan basico queried in months gone by. */
const PAST: readonly UsageRow[] = [
  { subscriberId: 1, month: 202_510, operation: 'raiz', quantity: 7 },
  { subscriberId: 1, month: 202_610, operation: 'cnpj', quantity: 40 },
  { subscriberId: 1, month: 202_610, operation: 'pesquisa', quantity: 2 },
  { subscriberId: 2, month: 202_610, operation: 'cnpj', quantity: 999 },
];

let service: LaunchedService;

beforeAll(async () => {
  service = await launchService({
    registry: await goldenFixture(),
    now: () => NOW_MS,
    prepare(dataDir) {
      const state = openState(dataDir);
      writeBatch(state.sqlite, { usage: PAST, wanted: [] }, OCTOBER_MS);
      state.close();
    },
  });
});

afterAll(() => service[Symbol.asyncDispose]());

const ask = (path: string, headers: Record<string, string> = bear(service.tokens.basico)) =>
  service.ask(`/comercial${path}`, { headers });

/** A month as answered. */
function month(ano: number, mes: number, quantidade: number, from: string, until: string, at: number) {
  return {
    ...{ mes, ano, quantidade, consultas_serpro: 0, data_inicio: from, data_fim: until },
    ...{ atualizado_em: new Date(at).toISOString(), cnpjws_usuario_id: 1 },
  };
}

const THEN = month(2025, 10, 7, '2025-10-01', '2025-10-31', OCTOBER_MS);
const BEFORE = month(2026, 10, 42, '2026-10-01', '2026-10-31', OCTOBER_MS);
const now = (quantity: number) => month(2026, 11, quantity, '2026-11-01', '2026-11-30', NOW_MS);

/** The whole answer for some months and filters. */
function whole(data: readonly unknown[], applied: Record<string, string> = {}): string {
  const tail = { filtros_disponiveis: ['ano', 'mes'], filtros_aplicados: applied, ordenacao: [] };
  return JSON.stringify({ data, ...tail });
}

test('the months stand oldest first, the current one with what is not yet written, asking left out', async () => {
  const first = await ask('/consumo');
  expect(await first.text()).toBe(whole([THEN, BEFORE, now(0)]));
  await ask(`/cnpj/${GOLDEN.empty}`);
  await ask(`/cnpj/${GOLDEN.empty}`, { x_api_token: service.tokens.basicoToo });
  await ask('/cnpj/1');
  await service.ask('/comercial/suframa', { method: 'POST', headers: bear(service.tokens.basico) });
  const second = await ask('/consumo');
  const body = await second.text();
  expect(body).toBe(whole([THEN, BEFORE, now(4)]));
  v.parse(Consumption, JSON.parse(body));
});

test.each([
  ['ano=2026', { ano: '2026' }, [2026, 2026]],
  ['mes=10', { mes: '10' }, [2025, 2026]],
  ['ano=2025&mes=10', { ano: '2025', mes: '10' }, [2025]],
  ['ano=2025&mes=11', { ano: '2025', mes: '11' }, []],
  ['mes=09&token=TOKEN', { mes: '9' }, []],
  ['ano=2025&mes=', { ano: '2025' }, [2025]],
])('%s filters', async (query, applied, years) => {
  const answer = await ask(`/consumo?${query.replace('TOKEN', service.tokens.basico)}`);
  const body = v.parse(Consumption, await answer.json());
  expect(body.data.map(({ ano }) => ano)).toEqual([...years]);
  expect(body.filtros_aplicados).toEqual(applied);
});

const UNKNOWN = 'não é um parâmetro conhecido; use ano, mes';

test.each([
  ['ano=26', ['ano: deve ser um ano de 2000 a 2099']],
  ['ano=1999', ['ano: deve ser um ano de 2000 a 2099']],
  ['mes=0', ['mes: deve ser um número de 1 a 12']],
  ['mes=13&ano=x', ['ano: deve ser um ano de 2000 a 2099', 'mes: deve ser um número de 1 a 12']],
  ['ano=2026&ano=2026', ['ano: foi informado mais de uma vez']],
  ['pagina=1', [`pagina: ${UNKNOWN}`]],
  ['=1', [`(sem nome): ${UNKNOWN}`]],
  ['ANO=2026', [`ANO: ${UNKNOWN}`]],
  [`${'x'.repeat(300)}=1`, [`${'x'.repeat(40)}: ${UNKNOWN}`]],
])('%s is refused', async (query, validation) => {
  const details = 'A consulta tem parâmetros inválidos.';
  await expectError(await ask(`/consumo?${query}`), { status: 400, details, validation });
});

test("one subscriber's usage is not another's", async () => {
  const answer = await ask('/consumo', bear(service.tokens.premium));
  const { data } = v.parse(Consumption, await answer.json());
  expect(data.map(({ quantidade, cnpjws_usuario_id }) => [quantidade, cnpjws_usuario_id])).toEqual([
    [999, 2],
    [0, 2],
  ]);
});
