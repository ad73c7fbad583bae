import { expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { swapUnderLoad } from '../../scripts/bench/swap.ts';
import { Turns, type Work } from '../../src/http/turns.ts';
import { Status } from '../../src/wire/status.ts';
import { cnpjOf } from '../import/quirk.ts';
import { type Fixture, importMonth } from '../support/fixture.ts';
import { bear, launchService } from '../support/service.ts';

setDefaultTimeout(60_000);

test('a registry is swapped between two requests: none fails, and no answer is of both', async () => {
  const { answers, failed, mixed, seenAfterMs } = await swapUnderLoad(3, 300);
  expect(seenAfterMs).toHaveLength(3);
  expect(answers).toBeGreaterThan(100);
  expect({ failed, mixed }).toEqual({ failed: 0, mixed: 0 });
});

/** Leaves each work after its first step until it is told to go on. */
class HeldTurns extends Turns {
  readonly begun = Promise.withResolvers<void>();
  readonly goOn = Promise.withResolvers<void>();

  override async take<Result>(_lane: number, work: () => Work<Result>): Promise<Result> {
    const steps = work();
    let step = steps.next();
    this.begun.resolve();
    await this.goOn.promise;
    while (!step.done) step = steps.next();
    return step.value;
  }
}

/** A registry of so many companies of one name. */
function importAlfas(count: number): Promise<Fixture> {
  const roots = Array.from({ length: count }, (_, index) => `1122233${index}`);
  return importMonth({
    companies: roots.map((root) => ({ root, name: 'ALFA', size: '05' })),
    establishments: roots.map((root) => ({ cnpj: cnpjOf(`${root}0001`), kind: '1', status: '02' })),
  });
}

test('a search that a swap comes upon is done again in the new registry', async () => {
  const turns = new HeldTurns();
  using before = await importAlfas(1);
  using after = await importAlfas(2);
  await using service = await launchService({ registry: before, turns });
  const answer = service.ask('/comercial/pesquisa?razao_social=alfa', {
    headers: bear(service.tokens.premium),
  });
  await turns.begun.promise;
  const staged = join(service.dataDir, 'staged');
  mkdirSync(staged);
  after.copyTo(staged);
  renameSync(join(staged, 'registry.db'), join(service.dataDir, 'registry.db'));
  const served = async () =>
    v.parse(Status, await (await service.ask('/status')).json()).base?.registros.empresas;
  while ((await served()) !== 2) await Bun.sleep(20);
  turns.goOn.resolve();
  expect(await (await answer).json()).toMatchObject({ paginacao: { total: 2 } });
});
