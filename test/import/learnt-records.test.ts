import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { SearchIndex } from '../../src/registry/search.ts';
import { saveAddition } from '../../src/state/additions.ts';
import { type Month, writeMonth } from '../support/fixture-layout.ts';
import { ImportDesk } from '../support/import-desk.ts';

setDefaultTimeout(30_000);

const [HEAD_OFFICE, BRANCH, LAST_BRANCH] = ['11222333000181', '11222333000262', '11222333000343'] as const;

const START_DAYS = ['20100314', '20110101', '20180707'];

/** A company of three establishments and one partner. */
const TWO_BRANCHES: Month = {
  companies: [{ root: '11222333', name: 'ALFA LTDA', nature: '2062', capital: '1000,00', size: '03' }],
  establishments: [HEAD_OFFICE, BRANCH, LAST_BRANCH].map((cnpj, place) => ({
    ...{ cnpj, kind: '1', status: '02', statusDay: '20100315', startDay: START_DAYS[place] ?? '' },
    ...{ activity: '5611203', state: 'SP', city: '6795' },
  })),
  partners: [{ root: '11222333', kind: '2', name: 'ANA SOUZA', document: '***529958**', since: '20100314' }],
  simples: [{ root: '11222333', simples: 'N', mei: 'N' }],
};

const LATER = '2026-11-20T03:00:00.000Z';

/** What another service has of the second establishment by now. */
const LEARNT = JSON.stringify({
  ...{ cnpj_raiz: '11222333', razao_social: 'ALFA NOVA LTDA', atualizado_em: LATER },
  socios: [{ nome: 'BRUNO LIMA', tipo: 'Pessoa Física' }],
  estabelecimento: { cnpj: BRANCH, situacao_cadastral: 'Ativa', data_inicio_atividade: '2011-01-02' },
});

/** A desk with the files of the company, and what was learnt of its second establishment. */
function openDesk(body = LEARNT, updatedAt = LATER) {
  const desk = new ImportDesk();
  const folder = join(desk.folder, 'files');
  writeMonth(folder, TWO_BRANCHES);
  desk.withState((state) => saveAddition(state, { cnpj: BRANCH, body, updatedAt }));
  return {
    desk,
    runImport: () => desk.run('--from', folder),
    [Symbol.dispose]: () => desk[Symbol.dispose](),
  };
}

describe('a learnt record', () => {
  test('is searched with partners of its own, apart from the rest of its company', async () => {
    using opened = openDesk();
    const { desk, runImport } = opened;
    expect((await runImport()).code).toBe(0);
    const found = desk.read((database) => {
      const index = new SearchIndex(database, 0);
      return ['ANA', 'BRUNO'].map((word) => {
        const result = index.search({ partnerName: [{ word, prefix: false }] }, 1, 10);
        return 'cnpjs' in result ? result.cnpjs : result;
      });
    });
    expect(found).toEqual([[HEAD_OFFICE, LAST_BRANCH], [BRANCH]]);
    expect(desk.record(BRANCH)).toMatchObject({ companyName: 'ALFA NOVA LTDA', updatedAt: LATER });
    expect(desk.record(LAST_BRANCH)).toMatchObject({ companyName: 'ALFA LTDA', updatedAt: '' });
  });

  test('that the month has overtaken and that cannot be dropped is a warning, for the registry is served', async () => {
    const updatedAt = '2026-07-01T03:00:00.000Z';
    using opened = openDesk(LEARNT.replace(LATER, updatedAt), updatedAt);
    const { desk, runImport } = opened;
    desk.withState(({ sqlite }) =>
      sqlite.run("CREATE TRIGGER held BEFORE DELETE ON additions BEGIN SELECT RAISE(ABORT, 'held'); END"),
    );
    const run = await runImport();
    expect(run.code).toBe(0);
    expect(run.out).toContain('could not be dropped (held): the next import does.');
    expect(desk.history(1)).toMatchObject([{ outcome: 'published' }]);
  });

  test('does not keep the others of its range from being found by their dates', async () => {
    using opened = openDesk();
    const { desk, runImport } = opened;
    expect((await runImport()).code).toBe(0);
    const ranges = [
      [{ from: '2018-07-07', until: '2018-07-07' }, [LAST_BRANCH]],
      [{ from: '2018-07-01', until: '2018-07-31' }, [LAST_BRANCH]],
      [{ from: '2011-01-02', until: '2018-12-31' }, [BRANCH, LAST_BRANCH]],
      [{ from: '2011-01-01', until: '2011-01-01' }, []],
      [{ until: '2017-12-31' }, [HEAD_OFFICE, BRANCH]],
      [{}, [HEAD_OFFICE, BRANCH, LAST_BRANCH]],
    ] as const;
    desk.read((database) => {
      const index = new SearchIndex(database, 0);
      for (const [startDate, cnpjs] of ranges) {
        expect(index.search({ startDate }, 1, 10)).toMatchObject({ total: cnpjs.length, cnpjs });
      }
    });
  });
});
