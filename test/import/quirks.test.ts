import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Fixture, importMonth } from '../support/fixture.ts';
import type { Month } from '../support/fixture-layout.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';
import { cnpjOf, rootOf } from './quirk.ts';
import { COMPANY_QUIRKS } from './quirks-of-companies.ts';
import { ESTABLISHMENT_QUIRKS } from './quirks-of-establishments.ts';

const QUIRKS = { ...COMPANY_QUIRKS, ...ESTABLISHMENT_QUIRKS };

const ORDINARY = {
  company: { name: 'COMUM LTDA', nature: '2062', qualification: '49', capital: '1,00', size: '05' },
  establishment: {
    ...{ kind: '1', status: '02', statusDay: '20200101', startDay: '20200101', activity: '6203100' },
    ...{ cep: '19900010', state: 'SP', city: '6795' },
  },
} as const;

/** A month in which every company has one quirk. */
function composeMonth(): Month {
  const quirks = Object.values(QUIRKS).map((quirk, index) => ({ ...quirk, root: rootOf(index) }));
  return {
    companies: quirks.map(({ root, company }) => ({ root, ...ORDINARY.company, ...company })),
    establishments: quirks.map(({ root, establishment }) => ({
      ...{ cnpj: cnpjOf(`${root}0001`) },
      ...ORDINARY.establishment,
      ...establishment,
    })),
    partners: quirks.flatMap(({ root, partners = [] }) => partners.map((partner) => ({ root, ...partner }))),
    simples: quirks.flatMap(({ root, simples }) => (simples ? [{ root, ...simples }] : [])),
  };
}

/** The sums of what all quirks of the table count. */
function sumCounts(): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { counted = {} } of Object.values(QUIRKS)) {
    for (const [oddity, count] of Object.entries(counted)) sums[oddity] = (sums[oddity] ?? 0) + count;
  }
  return sums;
}

describe('a month full of oddities', () => {
  let fixture: Fixture;
  let service: LaunchedService;

  beforeAll(async () => {
    fixture = await importMonth(composeMonth());
    service = await launchService({ registry: fixture, variables: { BASICO_PER_MINUTE: '1000' } });
  });

  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    fixture[Symbol.dispose]();
  });

  test.each(Object.entries(QUIRKS).map(([name, quirk], index) => [name, quirk, rootOf(index)] as const))(
    'serves %s',
    async (_, { record = {}, own = {} }, root) => {
      const cnpj = cnpjOf(`${root}0001`);
      const answer = await service.ask(`/comercial/cnpj/${cnpj}`, { headers: bear(service.tokens.basico) });
      const body = await answer.json();
      expect(answer.status).toBe(200);
      expect(body).toMatchObject({ cnpj_raiz: root, ...record });
      expect(body).toMatchObject({ estabelecimento: { cnpj, ...own } });
    },
  );

  test('counts each kind of them, and nothing else', () => {
    expect(fixture.report.oddities).toEqual(sumCounts());
    expect(fixture.report.rejected).toBe(0);
    const count = Object.keys(QUIRKS).length;
    expect(fixture.report.rows).toMatchObject({ companies: count, establishments: count, simples: 1 });
  });
});
