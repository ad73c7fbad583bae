import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WHOLE_COUNTRY } from '../../src/import/coverage.ts';
import { type BuildReport, buildRegistry } from '../../src/import/run.ts';
import { GOLDEN_MONTH } from './fixture-companies.ts';
import { type Month, writeMonth } from './fixture-layout.ts';

const SILENT = {
  stage() {},
  stageProgress() {},
  fileStarted() {},
  fileProgress() {},
  fileDone() {},
};

/** A registry that the real import built from hand-made rows, in a folder of its own, which `using` removes. */
export class Fixture implements Disposable {
  constructor(
    readonly folder: string,
    readonly report: BuildReport,
  ) {}

  /** The folder of the files that it was built from. */
  get sources(): string {
    return join(this.folder, 'sources');
  }

  /** The registry's file. */
  get path(): string {
    return join(this.folder, 'registry.db');
  }

  /** Copies the registry to another data folder, which is made. */
  copyTo(dataDir: string): void {
    mkdirSync(dataDir, { recursive: true });
    cpSync(this.path, join(dataDir, 'registry.db'));
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Has files written into a folder and builds a registry of them. Throws what the import throws, leaving nothing. */
export async function importFiles(
  writeFiles: (folder: string) => void | Promise<void>,
  prefix = 'fixture-',
): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  try {
    const fixture = { sources: join(folder, 'sources'), workFolder: join(folder, 'work') };
    for (const path of Object.values(fixture)) mkdirSync(path);
    await writeFiles(fixture.sources);
    const report = await buildRegistry({
      ...{
        folders: [fixture.sources],
        workFolder: fixture.workFolder,
        stagePath: join(folder, 'registry.db'),
      },
      ...{ coverage: WHOLE_COUNTRY, events: SILENT },
    });
    return new Fixture(folder, report);
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  }
}

/** Builds a registry from the rows of a month. */
export function importMonth(month: Month, prefix?: string): Promise<Fixture> {
  return importFiles((folder) => writeMonth(folder, month), prefix);
}

let golden: Promise<Fixture> | undefined;

/**
 * The registry of the golden companies, built once a process: to be read, never to be changed. Its folder bears the
 * process's number as a world's does, so that a later process sweeps it up with dead worlds.
 */
export function goldenFixture(): Promise<Fixture> {
  golden ??= importMonth(GOLDEN_MONTH, `world-of-${process.pid}-golden-`);
  return golden;
}
