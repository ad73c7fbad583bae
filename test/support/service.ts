import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceOptions, startService } from '../../src/commands/serve.ts';
import { parseConfig } from '../../src/config.ts';
import { openState } from '../../src/state/database.ts';
import { issueToken, revokeTokens } from '../../src/state/subscribers.ts';
import type { Fixture } from './fixture.ts';
import { startProgram } from './program.ts';

/** Every kind of token that a request may bear. */
export interface Tokens {
  readonly basico: string;
  /** Another token of the same subscriber. */
  readonly basicoToo: string;
  readonly premium: string;
  readonly revoked: string;
  readonly expired: string;
}

/** How a service differs from the usual one. */
export interface ServiceSetup extends Pick<ServiceOptions, 'now' | 'turns' | 'logDescriptor'> {
  /** The registry; none, and the service has none to answer from. */
  readonly registry: Pick<Fixture, 'copyTo'> | undefined;
  /** Variables beside those that choose free ports and silence the log. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Does something to the data folder before the start. */
  readonly prepare?: (dataDir: string) => void;
}

/** A compiled program that serves in the place of the source, so that the same cases can be asked of it. */
const PROGRAM = process.env.CNPJ_PROGRAM;

/** Starts the service; one with a clock, a queue or a log of the test's own is never the program. */
async function start(setup: ServiceSetup, dataDir: string, variables: Readonly<Record<string, string>>) {
  const { now, turns, logDescriptor } = setup;
  if (PROGRAM !== undefined && (now ?? turns ?? logDescriptor) === undefined) {
    return await startProgram(PROGRAM, dataDir, variables);
  }
  return startService({
    ...{ config: parseConfig(variables), dataDir },
    ...(now === undefined ? {} : { now }),
    ...(turns === undefined ? {} : { turns }),
    ...(logDescriptor === undefined ? {} : { logDescriptor }),
  });
}

const EARLY = Date.parse('2020-01-01T12:00:00Z');

/** Issues the tokens in a data folder's state.db: subscriber 1 is basico, 2 premium, 3 and 4 have no token in force. */
function issueTokens(dataDir: string): Tokens {
  const state = openState(dataDir);
  try {
    const issue = (email: string, plan: 'basico' | 'premium') => issueToken(state, { email, plan }).token;
    const tokens = {
      basico: issue('basico@example.com', 'basico'),
      premium: issue('premium@example.com', 'premium'),
      revoked: issue('revoked@example.com', 'premium'),
      basicoToo: issue('basico@example.com', 'basico'),
      expired: issueToken(
        state,
        { email: 'expired@example.com', plan: 'premium', expires: '2020-01-31' },
        { nowMs: EARLY },
      ).token,
    };
    revokeTokens(state, 'revoked@example.com');
    return tokens;
  } finally {
    state.close();
  }
}

/** The real service on free ports of the loopback, with a data folder of its own; `await using` stops it. */
export async function launchService(setup: ServiceSetup) {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    setup.registry?.copyTo(dataDir);
    const tokens = issueTokens(dataDir);
    setup.prepare?.(dataDir);
    const variables = {
      ...{ HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent', PUBLIC_PER_MINUTE: '1000000' },
      ...setup.variables,
    };
    const config = parseConfig(variables);
    const service = await start(setup, dataDir, variables);
    const origin = `http://127.0.0.1:${service.port}`;
    return {
      dataDir,
      config,
      tokens,
      port: service.port,
      adminOrigin: `http://127.0.0.1:${service.adminPort}`,
      /** Asks for a path of the service. */
      ask: (path: string, init: RequestInit = {}) => fetch(`${origin}${path}`, init),
      async [Symbol.asyncDispose]() {
        await service.stop();
        remove();
      },
    };
  } catch (cause) {
    remove();
    throw cause;
  }
}

/** A service that runs. */
export type LaunchedService = Awaited<ReturnType<typeof launchService>>;

/** The headers of a token in the place where a browser cannot lose it. */
export function bear(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}
