import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { importCommand } from '../../src/commands/import.ts';
import { parseConfig } from '../../src/config.ts';
import { CompanyLookup } from '../../src/registry/company.ts';
import { RegistryDatabase, type RegistryFacts } from '../../src/registry/database.ts';
import { generateSample } from '../../src/sample/generate.ts';
import { openState, type State } from '../../src/state/database.ts';
import { type ImportRun, listImports } from '../../src/state/imports.ts';

const MAIN = join(import.meta.dir, '../../src/main.ts');

/** What a command wrote, and how it ended. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A sample's files by what it was made from: generated once a process. */
const samples = new Map<string, Promise<string>>();

/** How a sample differs from the usual one. */
export interface SampleMonth {
  readonly companies?: number;
  readonly seed?: number;
  readonly extraction?: string;
}

/**
 * The folder of a sample's files: to be copied, never to be changed. It bears the process's number as a world's does,
 * so that a later process sweeps it up with dead worlds.
 */
export function sampleMonth({
  companies = 300,
  seed = 1,
  extraction = '2026-08-08',
}: SampleMonth = {}): Promise<string> {
  const name = `${companies} ${seed} ${extraction}`;
  let made = samples.get(name);
  if (made === undefined) {
    const folder = mkdtempSync(join(tmpdir(), `world-of-${process.pid}-sample-`));
    made = generateSample({ companies, seed, extraction, folder }).then(() => folder);
    samples.set(name, made);
  }
  return made;
}

/** The names that an import may leave in a data folder. */
const LASTING = ['import.lock', 'inbox', 'registry.db', 'registry.previous.db'];

/** An operator's desk: a data folder, the configuration, and the import command. */
export class ImportDesk implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'import-'));
  readonly dataDir: string;
  readonly inbox: string;

  constructor(
    private readonly variables: Readonly<Record<string, string>> = {},
    dataDir?: string,
  ) {
    this.dataDir = dataDir ?? join(this.folder, 'data');
    this.inbox = join(this.dataDir, 'inbox');
  }

  /** Copies a sample's files to `inbox/{month}`, or to another folder; returns the folder. */
  async fill(month: string, sample: SampleMonth = {}): Promise<string> {
    const folder = month.includes('/') ? month : join(this.inbox, month);
    mkdirSync(folder, { recursive: true });
    cpSync(await sampleMonth(sample), folder, { recursive: true, preserveTimestamps: true });
    return folder;
  }

  /** Runs `import` with some words. */
  async run(...words: readonly string[]): Promise<Run> {
    let out = '';
    let err = '';
    const command = importCommand({
      config: parseConfig(this.variables),
      dataDir: this.dataDir,
      isDataDirGiven: true,
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
    });
    command.exitOverride((error) => {
      throw error;
    });
    command.configureOutput({
      writeErr: (text) => {
        err += text;
      },
    });
    try {
      await command.parseAsync(words, { from: 'user' });
      return { code: 0, out, err };
    } catch (cause) {
      if (!(cause instanceof CommanderError)) throw cause;
      return { code: cause.exitCode, out, err };
    }
  }

  /** Starts the program itself with `import` and some words: what cron does. */
  spawn(...words: readonly string[]) {
    return Bun.spawn([process.execPath, MAIN, 'import', ...words, '--data', this.dataDir], {
      env: { ...this.variables },
      stdout: 'pipe',
      stderr: 'pipe',
    });
  }

  /** Runs the program itself with `import` and some words, to its end. */
  async runProcess(...words: readonly string[]): Promise<Run> {
    const child = this.spawn(...words);
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { code, out, err };
  }

  /** Copies the registry that is served to another data folder. */
  copyTo(dataDir: string): void {
    mkdirSync(dataDir, { recursive: true });
    cpSync(join(this.dataDir, 'registry.db'), join(dataDir, 'registry.db'));
  }

  /** What is known of the registry that is served. Throws where there is none. */
  facts(): RegistryFacts {
    return this.read(({ facts }) => facts);
  }

  /** The record of a CNPJ, or undefined. */
  record(cnpj: string) {
    return this.read((database) => new CompanyLookup(database).findCompany(cnpj));
  }

  /** Does something with the registry that is served. */
  read<Result>(work: (database: RegistryDatabase) => Result): Result {
    const database = new RegistryDatabase(join(this.dataDir, 'registry.db'));
    try {
      return work(database);
    } finally {
      database.close();
    }
  }

  /** Does something with state.db. */
  withState<Result>(work: (state: State) => Result): Result {
    const state = openState(this.dataDir);
    try {
      return work(state);
    } finally {
      state.close();
    }
  }

  /** The last runs, newest first. */
  history(limit = 10): readonly ImportRun[] {
    return this.withState((state) => listImports(state, limit));
  }

  /** What lies in the data folder and should not. */
  leftovers(): string[] {
    if (!existsSync(this.dataDir)) return [];
    return readdirSync(this.dataDir).filter(
      (name) => !LASTING.includes(name) && !name.startsWith('state.db'),
    );
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
