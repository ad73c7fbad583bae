import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { LiveRegistry } from '../registry/live.ts';
import type { Directory } from '../state/directory.ts';
import type { ImportRun } from '../state/imports.ts';
import type { Recorder } from '../state/recorder.ts';
import { unavailable } from '../wire/error.ts';
import type { AddressBook } from './address.ts';
import type { Journal } from './journal.ts';
import type { Limits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { Served } from './served.ts';
import type { Turns } from './turns.ts';

/** Everything that answering takes. The app is a function of it. */
export interface Services {
  readonly config: Config;
  readonly version: string;
  readonly live: LiveRegistry<Served>;
  readonly directory: Pick<Directory, 'findSubscriber'>;
  readonly recorder: Pick<Recorder, 'usage' | 'wanted'>;
  readonly addresses: AddressBook;
  readonly limits: Limits;
  /** Where searches wait for each other. */
  readonly turns: Turns;
  readonly metrics: Metrics;
  readonly journal: Journal;
  readonly log: Log;
  /** The last import's failure, if it failed. */
  readonly lastFailure: () => ImportRun | undefined;
}

/** The live registry with what presents it. Throws a 503 where there is none. */
export function servedBy({ live }: Services): Served {
  if (live.current === undefined) throw unavailable();
  return live.current;
}
