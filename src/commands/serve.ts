import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { AddressBook } from '../http/address.ts';
import { startAdminServer } from '../http/admin.ts';
import { Limits } from '../http/limits.ts';
import { Metrics } from '../http/metrics.ts';
import { Served } from '../http/served.ts';
import { startServer } from '../http/server.ts';
import type { Services } from '../http/services.ts';
import { createLog } from '../log.ts';
import { LiveRegistry } from '../registry/live.ts';
import { openState } from '../state/database.ts';
import { Directory } from '../state/directory.ts';
import { openRecorder } from '../state/recorder.ts';
import { type CommandContext, REGISTRY_FILE } from './context.ts';

/** How often the server looks for another registry and for changed tokens. */
const REGISTRY_EVERY_MS = 1000;
const TOKENS_EVERY_MS = 400;

/** A service that runs; `stop` lets it finish what is under way. */
export interface RunningService {
  readonly port: number;
  readonly adminPort: number;
  stop(): Promise<void>;
}

/** Opens everything and starts to answer. */
export function startService({
  config,
  dataDir,
}: Pick<CommandContext, 'config' | 'dataDir'>): RunningService {
  const log = createLog(config.LOG_LEVEL);
  const { events } = log;
  const path = join(dataDir, REGISTRY_FILE);
  const live = new LiveRegistry(
    path,
    (file) => new Served(file, config.WIRE_PROFILE, packageJson.version),
    (served) => served.close(),
    (cause) => events.error({ err: cause }, 'the registry cannot be opened'),
  );
  const metrics = new Metrics(() => live.current?.database.facts);
  const refresh = () => {
    if (!live.refresh()) return;
    metrics.swaps.inc();
    events.info({ extractedOn: live.current?.database.facts.extractedOn }, 'a registry is open');
  };
  const state = openState(dataDir);
  const directory = new Directory(state);
  const recorder = openRecorder(state, { onFault: (message) => events.error(message) });
  refresh();
  if (live.current === undefined) events.warn({ path }, 'there is no registry yet: run the import');
  const services: Services = {
    config,
    version: packageJson.version,
    live,
    directory,
    recorder,
    addresses: new AddressBook(config.TRUSTED_PROXIES),
    limits: new Limits(),
    metrics,
    log,
  };
  const server = startServer(services);
  const admin = startAdminServer(services);
  const timers = [
    setInterval(refresh, REGISTRY_EVERY_MS),
    setInterval(() => {
      try {
        directory.refresh();
      } catch (cause) {
        events.error({ err: cause }, 'the tokens cannot be read');
      }
    }, TOKENS_EVERY_MS),
  ];
  events.info({ host: config.HOST, port: server.port, adminPort: admin.port }, 'listening');
  return {
    port: server.port,
    adminPort: admin.port,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([server.stop(), admin.stop()]);
      await recorder.close();
      live.stop();
      metrics.stop();
      state.close();
      events.info('stopped');
      log.flush();
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
      await new Promise<void>((resolve) => {
        process.once('SIGINT', () => resolve());
        process.once('SIGTERM', () => resolve());
      });
      await service.stop();
    });
}
