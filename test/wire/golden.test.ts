import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';

const FOLDER = join(import.meta.dir, '..', 'golden');

/** The answer as it must be, byte for byte: the golden file is the same JSON, set so that people can read it. */
async function readGolden(company: string, profile: string, api: string): Promise<string> {
  return JSON.stringify(await Bun.file(join(FOLDER, `${company}.${profile}.${api}.json`)).json());
}

describe.each(['spec', 'hosted'])('in the profile %s', (profile) => {
  let service: LaunchedService;

  beforeAll(async () => {
    service = await launchService({
      registry: await goldenFixture(),
      variables: { WIRE_PROFILE: profile },
    });
  });

  afterAll(() => service[Symbol.asyncDispose]());

  describe.each(Object.entries(GOLDEN))('the company with %s', (name, cnpj) => {
    test('is answered byte for byte by the public API', async () => {
      const answer = await service.ask(`/cnpj/${cnpj}`);
      expect(await answer.text()).toBe(await readGolden(name, profile, 'public'));
      expect(answer.status).toBe(200);
    });

    test('is answered byte for byte by the commercial API', async () => {
      const answer = await service.ask(`/comercial/cnpj/${cnpj}`, { headers: bear(service.tokens.basico) });
      expect(await answer.text()).toBe(await readGolden(name, profile, 'commercial'));
      expect(answer.status).toBe(200);
    });
  });
});
