import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemdCommand } from '../../src/commands/systemd.ts';
import { parseConfig } from '../../src/config.ts';
import { makeFolder } from '../state/scratch.ts';
import { runCommand } from './command-line.ts';

const UNITS = ['cnpj-import.service', 'cnpj-import.timer', 'cnpj.service'];
const OPTIONS = ['--binary', '/usr/local/bin/cnpj', '--data', '/srv/cnpj', '--user', 'registry'];

/** A unit's settings by `Section.Name`, in order, each with its values. */
function parseUnit(text: string): ReadonlyMap<string, readonly string[]> {
  const settings = new Map<string, string[]>();
  let section = '';
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const head = /^\[(\w+)\]$/.exec(line);
    if (head?.[1] !== undefined) section = head[1];
    else {
      const [, name = '', value = ''] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
      const key = `${section}.${name}`;
      settings.set(key, [...(settings.get(key) ?? []), value]);
    }
  }
  return settings;
}

async function writeUnits(...words: readonly string[]) {
  using folder = makeFolder();
  const { code, out, err } = await runCommand(['systemd', ...words, '--out', folder.path]);
  const names = readdirSync(folder.path).sort();
  const units = new Map(
    names.map((name) => [name, parseUnit(readFileSync(join(folder.path, name), 'utf8'))]),
  );
  return { code, out, err, names, units };
}

/** Works in a folder that no unit has one of its own in the place of, wherever the tests stand. */
async function inRoot<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.cwd();
  process.chdir('/');
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}

test('are for the folder that --data names, also where it is the default of other commands', async () => {
  for (const words of [['--data', './data'], ['--data=data']]) {
    const { units } = await inRoot(() => writeUnits(...words));
    expect(units.get('cnpj.service')?.get('Service.ReadWritePaths')).toEqual(['/data']);
  }
});

describe('the units', () => {
  test('are a service, the job of a night and its timer, for the user, folder and program that are given', async () => {
    const { code, out, names, units } = await writeUnits(...OPTIONS);
    expect({ code, out, names }).toEqual({ code: 0, out: '', names: UNITS });
    const service = units.get('cnpj.service');
    const night = units.get('cnpj-import.service');
    expect(service?.get('Service.ExecStart')).toEqual(['/usr/local/bin/cnpj serve --data /srv/cnpj']);
    expect(night?.get('Service.ExecStart')).toEqual([
      '/usr/local/bin/cnpj import --nightly --data /srv/cnpj',
    ]);
    expect(night?.get('Service.Type')).toEqual(['oneshot']);
    for (const unit of [service, night]) expect(unit?.get('Service.User')).toEqual(['registry']);
    const timer = units.get('cnpj-import.timer');
    expect(timer?.get('Timer.OnCalendar')).toEqual(['*-*-* 02:30:00 America/Sao_Paulo']);
    expect(timer?.get('Timer.Persistent')).toEqual(['yes']);
    expect(service?.get('Install.WantedBy')).toEqual(['multi-user.target']);
    expect(timer?.get('Install.WantedBy')).toEqual(['timers.target']);
  });

  test.each(['cnpj.service', 'cnpj-import.service'])(
    '%s may write its data and nothing else',
    async (name) => {
      const { units } = await writeUnits(...OPTIONS);
      const unit = units.get(name);
      const hardened = {
        NoNewPrivileges: 'yes',
        ProtectSystem: 'strict',
        ProtectHome: 'yes',
        ReadWritePaths: '/srv/cnpj',
        CapabilityBoundingSet: '',
        PrivateDevices: 'yes',
        UMask: '0077',
      };
      for (const [setting, value] of Object.entries(hardened)) {
        expect(unit?.get(`Service.${setting}`)).toEqual([value]);
      }
    },
  );

  test('let a program or data below a home be read', async () => {
    const { units } = await writeUnits('--binary', '/home/ana/cnpj', '--data', '/srv/cnpj');
    expect(units.get('cnpj.service')?.get('Service.ProtectHome')).toEqual(['read-only']);
  });

  test('are by default of this program, of the user cnpj and of /var/lib/cnpj', async () => {
    const { units } = await writeUnits();
    const [start = ''] = units.get('cnpj.service')?.get('Service.ExecStart') ?? [];
    expect(start).toStartWith(`${process.execPath} /`);
    expect(start).toEndWith(' serve --data /var/lib/cnpj');
    expect(units.get('cnpj.service')?.get('Service.User')).toEqual(['cnpj']);
  });

  test.each([
    [true, '/data'],
    [false, '/var/lib/cnpj'],
  ])('take ./data as it is meant, where that it was given is %p', async (isDataDirGiven, dataDir) => {
    let out = '';
    const write = (text: string) => {
      out += text;
    };
    const context = { config: parseConfig({}), dataDir: './data', isDataDirGiven, out: write, err: write };
    await inRoot(() => systemdCommand(context).parseAsync([], { from: 'user' }));
    expect(out).toContain(` serve --data ${dataDir}\n`);
  });

  test('are printed, each under its path, with what to do apart from them', async () => {
    const { code, out, err } = await runCommand(['systemd', ...OPTIONS]);
    expect(code).toBe(0);
    for (const name of UNITS) expect(out).toContain(`# /etc/systemd/system/${name}\n[Unit]\n`);
    expect(out).not.toContain('systemctl');
    for (const step of ['useradd', 'install -d -o registry -g registry', 'systemctl enable --now']) {
      expect(err).toContain(step);
    }
  });
});

/** Words that no unit can be made of. */
const WRONG: readonly (readonly [words: readonly string[], said: string])[] = [
  [['--user', 'Ana Maria'], 'must be the name of a user'],
  [['--user', 'cnpj\nExecStartPre=/bin/false'], 'must be the name of a user'],
  [['--binary', 'cnpj'], 'must be an absolute path'],
  [['--binary', '/opt/my programs/cnpj'], 'letters, digits'],
  [['--data', '/srv/100%'], 'cannot stand in a unit'],
  [['--data', '/srv/a b'], 'cannot stand in a unit'],
  [['--data', '/tmp/cnpj'], '/tmp/cnpj cannot be the data folder of a service'],
  [['--data', '/srv/../var/tmp'], '/var/tmp cannot be the data folder of a service'],
  [['--nightly'], 'unknown option'],
];

test.each(WRONG)('%j is wrong usage', async (words, said) => {
  const { code, out, err } = await runCommand(['systemd', ...words]);
  expect(err).toContain(said);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

test('a folder that cannot be written is a failure', async () => {
  using folder = makeFolder();
  const file = join(folder.path, 'file');
  writeFileSync(file, '');
  const { code, err } = await runCommand(['systemd', ...OPTIONS, '--out', file]);
  expect(err).toContain('could not be written');
  expect(code).toBe(1);
});
