import { SETTINGS_FILE, type UnitOptions } from './units.ts';

/** What to do with the units, in the order of doing it; `folder` is where they have been written, if they were. */
export function explainUnits({ user, dataDir, command }: UnitOptions, folder: string | undefined): string {
  const home = '/etc/systemd/system';
  const place =
    folder === undefined
      ? `Put the three units into ${home}; --out ${home} does it.`
      : `The three units are in ${folder}.${folder === home ? '' : ` systemd looks for them in ${home}.`}`;
  return `
${place} Then, as root:

  useradd --system --home-dir ${dataDir} --shell /usr/sbin/nologin ${user}
  install -d -o ${user} -g ${user} -m 0750 ${dataDir}
  chown -R ${user}: ${dataDir}                      # what another user has imported there before
  install -d -m 0755 ${SETTINGS_FILE.slice(0, SETTINGS_FILE.lastIndexOf('/'))}
  install -m 0600 /dev/null ${SETTINGS_FILE}          # once: NAME=value lines, such as PUBLIC_BASE_URL
  systemctl daemon-reload
  systemctl enable --now cnpj.service cnpj-import.timer
  systemctl start cnpj-import.service               # the first import, now rather than tonight

To look: systemctl list-timers cnpj-import.timer; journalctl -u cnpj -u cnpj-import
Any other command with the service's user and settings, such as status or token issue:
  systemd-run -qPG --uid=${user} -p EnvironmentFile=-${SETTINGS_FILE} \\
    ${command.join(' ')} status --data ${dataDir}
`;
}
