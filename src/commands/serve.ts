import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { AddressBook } from '../http/address.ts';
import { startAdminServer } from '../http/admin.ts';
import { Journal } from '../http/journal.ts';
import { Limits } from '../http/limits.ts';
import { Metrics } from '../http/metrics.ts';
import { Served } from '../http/served.ts';
import { startServer } from '../http/server.ts';
import type { Services } from '../http/services.ts';
import { Turns } from '../http/turns.ts';
import { createLog, type Log } from '../log.ts';
import { LiveRegistry } from '../registry/live.ts';
import { openState } from '../state/database.ts';
import { Directory } from '../state/directory.ts';
import { findLastFailure } from '../state/imports.ts';
import { openRecorder } from '../state/recorder.ts';
import { type CommandContext, REGISTRY_FILE } from './context.ts';
import { untilAborted, withStopSignal } from './stop-signal.ts';

/** How often the server looks for another registry and for changed tokens. */
const REGISTRY_EVERY_MS = 1000;
const TOKENS_EVERY_MS = 400;
/** How often it looks how the last import ended, which /status tells. */
const FAILURE_EVERY_MS = 1000;

/** A service that runs; `stop` lets it finish what is under way. */
export interface RunningService {
  readonly port: number;
  readonly adminPort: number;
  stop(): Promise<void>;
}

/** What a service runs with; the clock, the queue of searches and the log's file descriptor have defaults. */
export interface ServiceOptions extends Pick<CommandContext, 'config' | 'dataDir'> {
  /** Tells the milliseconds since 1970. */
  readonly now?: () => number;
  readonly turns?: Turns;
  readonly logDescriptor?: number;
}

/**
 * Opens everything and starts to answer. Throws where something cannot be opened, such as a port in use; what had
 * been opened until then is closed again.
 */
export function startService(options: ServiceOptions): RunningService {
  const opened = new AsyncDisposableStack();
  try {
    return openService(options, opened);
  } catch (cause) {
    void opened.disposeAsync();
    throw cause;
  }
}

/** Opens the registry of a data folder; `refresh` looks whether another has been put in its place. */
function openRegistry({ config, dataDir }: ServiceOptions, { events }: Log, opened: AsyncDisposableStack) {
  const path = join(dataDir, REGISTRY_FILE);
  const live = new LiveRegistry(
    path,
    (file) =>
      new Served(file, {
        profile: config.WIRE_PROFILE,
        version: packageJson.version,
        nameWords: config.NAME_WORDS,
        answerBytes: config.ANSWER_CACHE_MB * 2 ** 20,
      }),
    (served) => served.close(),
    (cause) => events.error({ err: cause }, 'a registry cannot be opened, or let go'),
  );
  opened.defer(() => live.stop());
  const metrics = new Metrics(() => live.current?.database.facts);
  opened.defer(() => metrics.stop());
  const refresh = () => {
    if (!live.refresh()) return;
    metrics.swaps++;
    // The registry before has been let go by now, so that there are never two vocabularies.
    live.current?.index.fillVocabulary().catch((cause: unknown) => {
      events.error({ err: cause }, 'the vocabulary cannot be filled');
    });
    events.info({ extractedOn: live.current?.database.facts.extractedOn }, 'a registry is open');
  };
  refresh();
  if (live.current === undefined) events.warn({ path }, 'there is no registry yet: run the import');
  return { live, metrics, refresh };
}

function openService(options: ServiceOptions, opened: AsyncDisposableStack): RunningService {
  const { config, dataDir, now = Date.now, turns = new Turns() } = options;
  const log = createLog(config.LOG_LEVEL, options.logDescriptor);
  opened.defer(() => log.close());
  const { events } = log;
  const { live, metrics, refresh } = openRegistry(options, log, opened);
  const state = openState(dataDir);
  opened.defer(() => state.close());
  const directory = new Directory(state, { now });
  const recorder = openRecorder(state, { onFault: (message) => events.error(message), now });
  opened.defer(() => recorder.close());
  const journal = new Journal(metrics, log);
  opened.defer(() => journal.write());
  let failure = findLastFailure(state);
  const services: Services = {
    ...{ config, version: packageJson.version, live, directory, recorder, metrics, journal, log },
    addresses: new AddressBook(config.TRUSTED_PROXIES),
    limits: new Limits(now),
    turns,
    lastFailure: () => failure,
  };
  const server = startServer(services);
  opened.defer(() => server.stop());
  const admin = startAdminServer(services);
  opened.defer(() => admin.stop());
  /** Does something again and again; what goes wrong is told once, and tried again each time. */
  const repeat = (everyMs: number, problem: string, action: () => void) => {
    let isTold = false;
    const timer = setInterval(() => {
      try {
        action();
        isTold = false;
      } catch (cause) {
        if (!isTold) events.error({ err: cause }, problem);
        isTold = true;
      }
    }, everyMs);
    opened.defer(() => clearInterval(timer));
  };
  repeat(REGISTRY_EVERY_MS, 'the registry cannot be looked at', refresh);
  repeat(TOKENS_EVERY_MS, 'the tokens cannot be read', () => {
    state.requireInPlace();
    directory.refresh();
  });
  repeat(FAILURE_EVERY_MS, 'the history of imports cannot be read', () => {
    failure = findLastFailure(state);
  });
  events.info({ host: config.HOST, port: server.port, adminPort: admin.port }, 'listening');
  return {
    port: server.port,
    adminPort: admin.port,
    async stop() {
      events.info('stopping');
      await opened.disposeAsync();
    },
  };
}

/** `cnpj serve`: answers until it is told to stop. */
export function serveCommand(context: CommandContext): Command {
  return new Command('serve')
    .description('answer requests from the registry of the data folder')
    .addHelpText('after', '\nExample:\n  PORT=8080 cnpj serve --data /var/lib/cnpj\n')
    .action(async () => {
      let service: RunningService;
      try {
        service = startService(context);
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        context.err(`The service cannot start: ${message}\n`);
        throw new CommanderError(1, 'cnpj.serve', message);
      }
      await withStopSignal(async (signal) => {
        // Whoever started it with a channel, as supervisors of processes do, hears where it listens.
        process.send?.({ msg: 'listening', port: service.port });
        await untilAborted(signal);
        await service.stop();
      });
    });
}
