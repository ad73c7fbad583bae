/** Who runs what, on which data. All paths are absolute and need no quotes. */
export interface UnitOptions {
  readonly user: string;
  readonly dataDir: string;
  /** The program and the arguments that stand before a command of ours. */
  readonly command: readonly string[];
}

/** Where settings are kept: one `NAME=value` a line. */
export const SETTINGS_FILE = '/etc/cnpj/cnpj.env';

/** Paths below these are out of reach with ProtectHome=yes. */
const HOMES = /^\/(?:home|root|run\/user)(?:\/|$)/;

/**
 * What neither the service nor the import needs, taken away. Of what `systemd-analyze security` asks for, two are left
 * out: MemoryDenyWriteExecute, because the JavaScript engine compiles while it runs, and a private network.
 */
function hardening({ dataDir, command }: UnitOptions): string {
  const isAtHome = [dataDir, ...command].some((path) => HOMES.test(path));
  return `# Nothing may be written but the data folder; no privileges, devices, kernel settings or other processes.
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=${isAtHome ? 'read-only' : 'yes'}
ReadWritePaths=${dataDir}
PrivateTmp=yes
PrivateDevices=yes
DevicePolicy=closed
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
KeyringMode=private
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
UMask=0077
`;
}

function composeService(options: UnitOptions): string {
  const { user, dataDir, command } = options;
  return `[Unit]
Description=Registry of Brazilian companies
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
User=${user}
Group=${user}
EnvironmentFile=-${SETTINGS_FILE}
WorkingDirectory=${dataDir}
ExecStart=${command.join(' ')} serve --data ${dataDir}
Restart=on-failure
RestartSec=2
TimeoutStopSec=20
LimitNOFILE=65536

${hardening(options)}
[Install]
WantedBy=multi-user.target
`;
}

function composeImport(options: UnitOptions): string {
  const { user, dataDir, command } = options;
  return `[Unit]
Description=Nightly import of the registry of Brazilian companies
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=${user}
Group=${user}
EnvironmentFile=-${SETTINGS_FILE}
WorkingDirectory=${dataDir}
ExecStart=${command.join(' ')} import --nightly --data ${dataDir}
# The service answers on meanwhile: it goes first.
Nice=10
CPUWeight=20
IOWeight=20

${hardening(options)}`;
}

const TIMER = `[Unit]
Description=Nightly import of the registry of Brazilian companies

[Timer]
OnCalendar=*-*-* 02:30:00 America/Sao_Paulo
# The Receita's server is slow; not everyone should come at once.
RandomizedDelaySec=1h
Persistent=yes

[Install]
WantedBy=timers.target
`;

/** The units by their file names: the service, the import, and the timer that starts it every night. */
export function composeUnits(options: UnitOptions): ReadonlyMap<string, string> {
  return new Map([
    ['cnpj.service', composeService(options)],
    ['cnpj-import.service', composeImport(options)],
    ['cnpj-import.timer', TIMER],
  ]);
}
