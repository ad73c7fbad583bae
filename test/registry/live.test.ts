import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompanyLookup } from '../../src/registry/company.ts';
import { RegistryDatabase, RegistryError } from '../../src/registry/database.ts';
import { LiveRegistry } from '../../src/registry/live.ts';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'live-'));
  path = join(folder, 'registry.db');
  copyFileSync((await goldenFixture()).path, path);
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('a registry file', () => {
  test('tells what it is and what its codes mean', () => {
    const database = new RegistryDatabase(path);
    expect(database.facts).toMatchObject({ extractedOn: '2026-08-08', served: 8, rejected: 0 });
    expect(database.label('activity', '6203100')).toStartWith('Desenvolvimento');
    expect(database.label('activity', '0000000')).toBeUndefined();
    expect(database.cities.get('6795')?.ibgeId).toBe(3_534_708);
    expect(database.countries.get('249')?.iso3).toBe('USA');
    database.close();
  });

  test('has each CNPJ it has, and no other', () => {
    const database = new RegistryDatabase(path);
    const companies = new CompanyLookup(database);
    for (const cnpj of Object.values(GOLDEN)) {
      expect(companies.findCompany(cnpj)?.cnpj).toBe(cnpj);
      expect(companies.viewCompany(cnpj)?.cnpj).toBe(cnpj);
    }
    expect(companies.findCompany('70809010000158')).toBeUndefined();
    expect(companies.viewCompany('70809010000158')).toBeUndefined();
    database.close();
  });

  test('that is not there, no registry or of another layout is refused with what to do', () => {
    expect(() => new RegistryDatabase(join(folder, 'none.db'))).toThrow(
      new RegistryError(`There is no registry at ${join(folder, 'none.db')}: run the import first.`),
    );
    const other = new Database(path);
    other.run("UPDATE fact SET value = '99' WHERE name = 'format'");
    other.close();
    expect(() => new RegistryDatabase(path)).toThrow(/of layout 99.*run the import again/);
    writeFileSync(path, 'x'.repeat(10_000));
    expect(() => new RegistryDatabase(path)).toThrow(/no registry that can be read .*run the import again/);
  });
});

describe('the live registry', () => {
  /** A live registry over the file, and what became of those that were opened. */
  function makeLive() {
    const closed: number[] = [];
    const faults: unknown[] = [];
    let opened = 0;
    const live = new LiveRegistry(
      path,
      (file) => ({ number: ++opened, database: new RegistryDatabase(file) }),
      ({ number, database }) => {
        closed.push(number);
        database.close();
      },
      (cause) => faults.push(cause),
    );
    return { live, closed, faults };
  }

  /** Puts another file in the registry's place as an import does. */
  function publish(write: (staged: string) => void): void {
    const staged = join(folder, 'staged');
    write(staged);
    renameSync(staged, path);
  }

  test('opens what is there once, and goes on with it until another is renamed over it', async () => {
    const { live, closed, faults } = makeLive();
    expect(live.current).toBeUndefined();
    expect([live.refresh(), live.refresh()]).toEqual([true, false]);
    expect(live.current?.number).toBe(1);
    const source = (await goldenFixture()).path;
    publish((staged) => copyFileSync(source, staged));
    expect([live.refresh(), live.refresh()]).toEqual([true, false]);
    expect(live.current?.number).toBe(2);
    expect({ closed, faults }).toEqual({ closed: [1], faults: [] });
    live.stop();
    expect({ closed, current: live.current }).toEqual({ closed: [1, 2], current: undefined });
  });

  test('goes on with the one before when the next cannot be opened, and tells so once', async () => {
    const { live, closed, faults } = makeLive();
    live.refresh();
    publish((staged) => writeFileSync(staged, 'no registry'));
    expect([live.refresh(), live.refresh()]).toEqual([false, false]);
    expect(faults).toEqual([expect.any(RegistryError)]);
    expect(live.current?.database.facts.served).toBe(8);
    const source = (await goldenFixture()).path;
    publish((staged) => copyFileSync(source, staged));
    expect(live.refresh()).toBeTrue();
    expect(closed).toEqual([1]);
    live.stop();
  });

  test('is told of a registry that cannot be let go, and goes on with the next', async () => {
    const problem = new Error('held');
    const faults: unknown[] = [];
    const live = new LiveRegistry(
      path,
      (file) => file,
      () => {
        throw problem;
      },
      (cause) => faults.push(cause),
    );
    expect(live.refresh()).toBeTrue();
    const source = (await goldenFixture()).path;
    publish((staged) => copyFileSync(source, staged));
    expect([live.refresh(), live.refresh()]).toEqual([true, false]);
    live.stop();
    expect({ faults, current: live.current }).toEqual({ faults: [problem, problem], current: undefined });
  });

  test('keeps what it has when the file is taken away, and opens nothing where there was none', () => {
    const { live } = makeLive();
    live.refresh();
    rmSync(path);
    expect(live.refresh()).toBeFalse();
    const { current } = live;
    expect(current && new CompanyLookup(current.database).findCompany(GOLDEN.empty)).toBeDefined();
    live.stop();
    const other = makeLive();
    expect([other.live.refresh(), other.faults]).toEqual([false, []]);
  });
});
