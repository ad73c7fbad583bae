import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RegistryDatabase, RegistryError } from '../../src/registry/database.ts';
import { runProgram } from './program.ts';
import { Transient } from './transient.ts';

/** Invented companies on disk. */
export interface DataSet {
  readonly companies: number;
  /** A folder of its own, where what is derived from the companies may be kept. */
  readonly folder: string;
  /** The registry that the import made of them. */
  readonly registry: string;
}

function canBeRead(registry: string): boolean {
  if (!existsSync(registry)) return false;
  try {
    new RegistryDatabase(registry).close();
    return true;
  } catch (cause) {
    if (cause instanceof RegistryError) return false;
    throw cause;
  }
}

/** The folder of so many invented companies below another, and their sources, made by the program if they are not there. */
export async function prepareSources(
  below: string,
  companies: number,
  tell: (sentence: string) => void,
): Promise<{ folder: string; sources: string }> {
  const folder = join(below, String(companies));
  const sources = join(folder, 'sources');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(sources)) {
    tell(`Inventing ${companies} companies in ${sources} …`);
    const unfinished = `${sources}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    using _made = new Transient(unfinished);
    await runProgram('sample', '--companies', String(companies), '--out', unfinished);
    renameSync(unfinished, sources);
  }
  return { folder, sources };
}

/**
 * So many invented companies and their registry below a folder: what is there of that size already, where this version
 * can read it, else made by the program's own commands, which takes about a minute a million.
 */
export async function prepareDataSet(
  below: string,
  companies: number,
  tell: (sentence: string) => void,
): Promise<DataSet> {
  const folder = join(below, String(companies));
  const dataDir = join(folder, 'data');
  const registry = join(dataDir, 'registry.db');
  if (canBeRead(registry)) return { companies, folder, registry };
  const { sources } = await prepareSources(below, companies, tell);
  tell(`Importing them into ${dataDir} …`);
  await runProgram('import', '--from', sources, '--data', dataDir);
  return { companies, folder, registry };
}
