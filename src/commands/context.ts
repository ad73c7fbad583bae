import type { Config } from '../config.ts';

/** What every command gets: the settings, the data folder, and where to write. */
export interface CommandContext {
  readonly config: Config;
  readonly dataDir: string;
  /** Whether the data folder was named, by --data or DATA_DIR, and is not the default. */
  readonly isDataDirGiven: boolean;
  /** Writes text, with its line ends, to standard output: results, and nothing else. */
  out(text: string): void;
  /** Writes text, with its line ends, to standard error: warnings, errors, progress. */
  err(text: string): void;
}

/** The registry's file in a data folder. */
export const REGISTRY_FILE = 'registry.db';
