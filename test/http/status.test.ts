import { expect, test } from 'bun:test';
import * as v from 'valibot';
import packageJson from '../../package.json';
import { Status } from '../../src/wire/status.ts';
import { goldenFixture } from '../support/fixture.ts';
import { launchService } from '../support/service.ts';
import { COMMON_HEADERS, headersOf } from './wire-form.ts';

/** The extraction is of 2026-08-08, a day that begins in Brasília at three o'clock of UTC. */
const LAGS = [
  ['2026-08-08T02:00:00Z', 0, false],
  ['2026-08-09T02:59:59Z', 0, false],
  ['2026-08-09T03:00:00Z', 1, false],
  ['2026-09-22T03:00:00Z', 45, false],
  ['2026-09-23T03:00:00Z', 46, true],
] as const;

test.each(LAGS)('at %s the data is %d days old', async (now, days, late) => {
  await using service = await launchService({
    ...{ registry: await goldenFixture(), now: () => Date.parse(now) },
    variables: { WIRE_PROFILE: 'hosted' },
  });
  const answer = await service.ask('/status');
  expect(answer.status).toBe(200);
  expect(headersOf(answer)).toEqual({ ...COMMON_HEADERS, 'cache-control': 'no-store' });
  const status = v.parse(Status, await answer.json());
  expect(status).toMatchObject({
    versao: packageJson.version,
    perfil: 'hosted',
    base: {
      data_extracao: '2026-08-08',
      dias_de_defasagem: days,
      atrasada: late,
      registros: {
        ...{ empresas: 7, estabelecimentos: 8, socios: 6, simples: 1, regimes_tributarios: 5 },
        ...{ inscricoes_suframa: 3, inscricoes_estaduais: 5 },
      },
      cobertura: { estados: [], atividades: [], situacoes: [] },
    },
    ultima_falha: null,
  });
  expect(Date.parse(status.base?.importada_em ?? '')).toBeLessThanOrEqual(Date.now());
});

test('the health has two answers, for anyone', async () => {
  await using service = await launchService({ registry: await goldenFixture() });
  for (const [path, body] of [
    ['/health/live', '{"vivo":true}'],
    ['/health/ready', '{"pronto":true}'],
  ] as const) {
    const answer = await service.ask(path);
    expect([answer.status, await answer.text()]).toEqual([200, body]);
    expect(headersOf(answer)).toEqual({ ...COMMON_HEADERS, 'cache-control': 'no-store' });
  }
});
