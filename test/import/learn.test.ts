import { afterEach, describe, expect, setDefaultTimeout, setSystemTime, test } from 'bun:test';
import { join } from 'node:path';
import { checkDigits } from '../../src/domain/cnpj.ts';
import { Served } from '../../src/http/served.ts';
import { learnWanted } from '../../src/import/learn.ts';
import { NumberTable } from '../../src/registry/numbers.ts';
import { findAddition, saveAddition } from '../../src/state/additions.ts';
import { writeBatch } from '../../src/state/batch.ts';
import { openState } from '../../src/state/database.ts';
import { takeWanted } from '../../src/state/wanted.ts';
import type { WireProfile } from '../../src/wire/labels.ts';
import { ImportDesk } from '../support/import-desk.ts';
import { launchService } from '../support/service.ts';

const DAY_MS = 86_400_000;

setDefaultTimeout(30_000);

const ABSENT = `999999990001${checkDigits('999999990001')}`;

afterEach(() => void setSystemTime());

/** Every CNPJ of a desk's registry. */
function listCnpjs(desk: ImportDesk): string[] {
  return desk.read((database) => {
    const numbers = new NumberTable(database);
    return numbers.cnpjsOf(Array.from({ length: numbers.count }, (_, number) => number));
  });
}

/** What a desk's registry answers for CNPJs, in a profile. */
function present(desk: ImportDesk, cnpjs: readonly string[], profile: WireProfile): string[] {
  const served = new Served(join(desk.dataDir, 'registry.db'), {
    ...{ profile, version: '1', nameWords: 0, answerBytes: 0 },
  });
  try {
    return cnpjs.map((cnpj) => {
      const record = served.companies.viewCompany(cnpj);
      return record ? Buffer.from(served.presenter.presentPublic(record)).toString() : `none of ${cnpj}`;
    });
  } finally {
    served.close();
  }
}

/** Remembers CNPJs as lookups do. */
function want(desk: ImportDesk, cnpjs: readonly string[], absent = true): void {
  const wanted = cnpjs.map((cnpj) => ({ cnpj, absent }));
  desk.withState((state) => writeBatch(state.sqlite, { usage: [], wanted }));
}

function listWanted(desk: ImportDesk): string[] {
  return desk.withState((state) => takeWanted(state, 1_000).map(({ cnpj }) => cnpj));
}

/** The answer without the sentence that is about the whole registry. */
const withoutNotice = (body: string) => body.replace(/"observacao":"[^"]*",/, '');

/** A desk that has imported a sample, and the service that answers from it. */
async function openTheirs(profile: WireProfile, extraction = '2026-08-08') {
  const desk = new ImportDesk();
  await desk.fill('2026-08', { seed: 7, extraction, companies: 120 });
  expect((await desk.run('--nightly', '--offline')).code).toBe(0);
  const service = await launchService({ registry: desk, variables: { WIRE_PROFILE: profile } });
  return {
    desk,
    service,
    /** What leads another instance here. */
    variables: { UPSTREAM_URL: `http://127.0.0.1:${service.port}`, UPSTREAM_PER_MINUTE: '100000' },
    async [Symbol.asyncDispose]() {
      desk[Symbol.dispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

describe('what lookups teach', () => {
  test.each(['spec', 'hosted'] as const)('comes out as it was learnt in the profile %s', async (profile) => {
    await using theirs = await openTheirs(profile);
    using ours = new ImportDesk(theirs.variables);
    const folder = await ours.fill('2026-07', { extraction: '2026-07-11', companies: 120 });
    expect((await ours.run('--nightly', '--offline')).code).toBe(0);
    const own = listCnpjs(ours);
    const before = present(ours, own, profile);
    const learnt = listCnpjs(theirs.desk);
    want(ours, [...learnt, ABSENT]);
    const asking = await ours.run('--nightly', '--offline');
    expect(asking.out).toContain(`${learnt.length} records learnt, 1 absent there too, 0 could not be had.`);
    expect(listWanted(ours)).toEqual([]);
    expect((await ours.run('--from', folder)).code).toBe(0);
    expect(ours.facts().oddities.learntRecord).toBe(learnt.length);
    const answers = present(ours, learnt, profile).map(withoutNotice);
    expect(answers).toEqual(present(theirs.desk, learnt, profile).map(withoutNotice));
    expect(present(ours, own, profile)).toEqual(before);
    expect(listCnpjs(ours)).toEqual([...own, ...learnt].sort());
  });

  test('joins the next night’s registry, not a second one the same night', async () => {
    await using theirs = await openTheirs('spec');
    using ours = new ImportDesk(theirs.variables);
    await ours.fill('2026-07', { extraction: '2026-07-11', companies: 120 });
    await ours.run('--nightly', '--offline');
    const [cnpj = ''] = listCnpjs(theirs.desk);
    want(ours, [cnpj]);
    expect((await ours.run('--nightly', '--offline')).out).toContain('they wait a night');
    expect(ours.record(cnpj)).toBeUndefined();
    setSystemTime(Date.now() + DAY_MS);
    expect((await ours.run('--nightly', '--offline')).out).toContain('Records were learnt');
    expect(ours.record(cnpj)?.updatedAt).toBe('2026-08-08T03:00:00.000Z');
    expect((await ours.run('--nightly', '--offline')).out).toBe('Nothing new.\n');
  });

  test('replaces what the month has when it is newer, and only then', async () => {
    await using theirs = await openTheirs('spec');
    using ours = new ImportDesk(theirs.variables);
    const folder = await ours.fill('2026-07', { seed: 7, extraction: '2026-07-11', companies: 120 });
    await ours.run('--nightly', '--offline');
    const [first = '', second = '', third = ''] = listCnpjs(ours);
    want(ours, [first], false);
    await ours.run('--nightly', '--offline');
    const body = ours.withState((state) => findAddition(state, first)?.body ?? '');
    const older = body.replaceAll(first, second).replaceAll(first.slice(0, 8), second.slice(0, 8));
    const updatedAt = '2026-07-10T03:00:00.000Z';
    ours.withState((state) => {
      saveAddition(state, { cnpj: second, body: older.replaceAll('2026-08-08', '2026-07-10'), updatedAt });
      saveAddition(state, { cnpj: third, body: '{"razao_social":', updatedAt });
    });
    const before = ours.record(second);
    expect((await ours.run('--from', folder)).code).toBe(0);
    expect(ours.record(first)?.updatedAt).toBe('2026-08-08T03:00:00.000Z');
    expect(ours.record(second)).toEqual(before);
    expect(ours.facts().oddities).toMatchObject({ learntRecord: 1, unusableRecord: 1 });
    // What the month has overtaken is no longer kept.
    expect(ours.withState((state) => findAddition(state, second))).toBeUndefined();
  });

  test('is asked for without telling the password of who asks', async () => {
    await using theirs = await openTheirs('spec');
    const url = new URL(theirs.variables.UPSTREAM_URL);
    url.username = 'somebody';
    url.password = 's3cret';
    using desk = new ImportDesk({ ...theirs.variables, UPSTREAM_URL: url.href });
    await desk.fill('2026-07', { extraction: '2026-07-11', companies: 120 });
    want(desk, [ABSENT]);
    const run = await desk.run('--nightly', '--offline');
    expect(run.out).toContain(`${url.host}`);
    expect(run.out + run.err).not.toContain('s3cret');
  });

  test('is asked for nowhere without an address, and stays wanted', async () => {
    using desk = new ImportDesk();
    await desk.fill('2026-08', { companies: 120 });
    want(desk, [ABSENT]);
    const run = await desk.run('--nightly', '--offline');
    expect(run.code).toBe(0);
    expect(run.out).not.toContain('learnt');
    expect(listWanted(desk)).toEqual([ABSENT]);
  });

  test('is not asked for when the registry has it by now', async () => {
    await using theirs = await openTheirs('spec');
    using desk = new ImportDesk(theirs.variables);
    const [cnpj = ''] = listCnpjs(theirs.desk);
    await desk.fill('2026-11', {
      seed: 7,
      companies: 120,
      extraction: new Date().toISOString().slice(0, 10),
    });
    await desk.run('--nightly', '--offline');
    want(desk, [cnpj]);
    expect((await desk.run('--nightly', '--offline')).out).toBe('Nothing new.\n');
    expect(listWanted(desk)).toEqual([]);
  });

  test('that the service cannot tell today goes behind the others', async () => {
    using desk = new ImportDesk();
    want(desk, ['00000000000191', '11222333000181', '20304050000170', '41273592000130']);
    const service = { baseUrl: 'http://127.0.0.1:9', perMinute: 100_000, backoffMs: 1 };
    const state = openState(desk.dataDir);
    try {
      const registry = join(desk.dataDir, 'registry.db');
      // The service is left alone after eight failures in a row, and three attempts are made at each.
      expect(await learnWanted(state, service, registry, () => undefined)).toMatchObject({ failed: 3 });
    } finally {
      state.close();
    }
    expect(listWanted(desk)[0]).toBe('41273592000130');
    expect(listWanted(desk)).toHaveLength(4);
  });
});
