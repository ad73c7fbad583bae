import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRegistry } from '../../src/import/run.ts';
import { RegistryDatabase } from '../../src/registry/database.ts';
import { generateSample } from '../../src/sample/generate.ts';

/** Which sample a world is made from. */
export interface WorldOptions {
  readonly companies: number;
  readonly seed: number;
}

/** A registry that the real import built from a sample's files. */
export class World {
  constructor(
    /** The registry's file: to be read, never to be changed, since every test of the process has the same. */
    readonly path: string,
    /** The sample's files, of which the same is true. */
    readonly sources: string,
  ) {}

  /** Opens the registry; the caller closes it. */
  open(): RegistryDatabase {
    return new RegistryDatabase(this.path);
  }
}

const worlds = new Map<string, Promise<World>>();

/** The world of a sample, built when it is first asked for. */
export function buildWorld(options: WorldOptions): Promise<World> {
  const name = `${options.companies} ${options.seed}`;
  const known = worlds.get(name);
  if (known) return known;
  const built = build(options);
  worlds.set(name, built);
  return built;
}

const PREFIX = 'world-of-';

/**
 * Removes what the worlds of processes that are no more have left. No hook of the test runner is called at the end of
 * a process, and one at the end of a file would take the world away from the next file.
 */
function removeDeadWorlds(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    if (!isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function build({ companies, seed }: WorldOptions): Promise<World> {
  removeDeadWorlds();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const sources = join(folder, 'sources');
  const workFolder = join(folder, 'work');
  const stagePath = join(folder, 'registry.db');
  mkdirSync(workFolder);
  await generateSample({ companies, seed, folder: sources });
  await buildRegistry({
    folders: [sources],
    workFolder,
    stagePath,
    coverage: { states: [], activities: [], statuses: [] },
    events: {
      stage() {},
      stageProgress() {},
      fileStarted() {},
      fileProgress() {},
      fileDone() {},
    },
  });
  return new World(stagePath, sources);
}
