import { isIP } from 'node:net';
import * as v from 'valibot';
import { readSmtpAddress } from './mail/smtp.ts';

/** A whole number written as text, within bounds, or the default when the variable is not set. */
function integer(fallback: number, min: number, max: number) {
  const form = `a whole number from ${min} to ${max}`;
  return v.pipe(
    v.optional(v.string(), String(fallback)),
    v.regex(/^\d{1,15}$/, form),
    v.transform(Number),
    v.minValue(min, form),
    v.maxValue(max, form),
  );
}

/** An http or https address in which neither a query nor a fragment begins: paths can be put behind it. */
export function isBaseAddress(text: string): boolean {
  return /^https?:[^?#\s]+$/i.test(text) && URL.canParse(text);
}

/** An http or https address without query, fragment, user or password; a trailing slash is dropped. */
function address(fallback: string) {
  const form = 'an http:// or https:// address without query, such as https://cnpj.example.com/api';
  return v.pipe(
    v.optional(v.string(), fallback),
    v.check((text) => {
      if (!isBaseAddress(text)) return false;
      const { username, password } = new URL(text);
      return username === '' && password === '';
    }, form),
    v.transform((text) => text.replace(/\/+$/, '')),
  );
}

/** A mail address, bare or with a name before it in angle-bracket form. */
const mailAddress = v.pipe(
  v.string(),
  v.regex(/^(?:[^\s<>@]+@[^\s<>@]+|[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>)$/, 'a mail address'),
);

/** The address of a mail server: what sending would say of it in the night is said at the start. */
const mailServer = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    try {
      if (dataset.typed) readSmtpAddress(dataset.value);
    } catch (cause) {
      addIssue({ message: cause instanceof Error ? cause.message : String(cause) });
    }
  }),
);

/** An http or https address of somebody else's, query and all. */
const source = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      'an http:// or https:// address',
    ),
  ),
);

/** Where paths are put behind: of somebody else's too, but without a query. */
const upstream = v.optional(
  v.pipe(v.string(), v.check(isBaseAddress, 'an http:// or https:// address without query')),
);

/** Whether a text is an address, or one and the bits of its network: `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** A list of addresses or CIDR blocks, separated by commas. */
const networks = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
  v.everyItem(isNetwork, 'addresses or CIDR blocks separated by commas, such as 127.0.0.1,10.0.0.0/8'),
);

/** Every variable the program reads: its name, its form and its default. The README's table mirrors it. */
const ENVIRONMENT = v.object({
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty('a folder')), './data'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('an address to listen on')), '0.0.0.0'),
  PORT: integer(3000, 0, 65_535),
  PUBLIC_BASE_URL: address('http://localhost:3000'),
  COMMERCIAL_BASE_URL: address('http://localhost:3000/comercial'),
  WIRE_PROFILE: v.optional(v.picklist(['spec', 'hosted'], '`spec` or `hosted`'), 'spec'),
  NAME_WORDS: integer(100_000, 0, 2_000_000),
  ANSWER_CACHE_MB: integer(8, 0, 65_536),
  PUBLIC_PER_MINUTE: integer(3, 1, 1_000_000_000),
  BASICO_PER_MINUTE: integer(60, 1, 1_000_000_000),
  PREMIUM_PER_MINUTE: integer(600, 1, 1_000_000_000),
  BASICO_PER_MONTH: integer(0, 0, 1_000_000_000),
  PREMIUM_PER_MONTH: integer(0, 0, 1_000_000_000),
  STRANGER_FAILURES_PER_MINUTE: integer(30, 1, 1_000_000_000),
  TRUSTED_PROXIES: networks,
  BODY_LIMIT: integer(65_536, 256, 10_485_760),
  ADMIN_HOST: v.optional(v.pipe(v.string(), v.nonEmpty('an address to listen on')), '127.0.0.1'),
  ADMIN_PORT: integer(3001, 0, 65_535),
  LOG_LEVEL: v.optional(
    v.picklist(['debug', 'info', 'warn', 'error', 'silent'], '`debug`, `info`, `warn`, `error` or `silent`'),
    'info',
  ),
  SMTP_URL: v.optional(mailServer),
  MAIL_FROM: v.optional(mailAddress),
  OPERATOR_EMAIL: v.optional(mailAddress),
  RECEITA_URL: address('https://arquivos.receitafederal.gov.br'),
  RECEITA_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/, 'the token of a public share')),
  ),
  TABMUN_URL: source,
  REGIMES_URL: source,
  UPSTREAM_URL: upstream,
  UPSTREAM_PER_MINUTE: integer(3, 1, 100_000),
});

/** The environment, parsed once and frozen. Names follow the variables. */
export type Config = Readonly<v.InferOutput<typeof ENVIRONMENT>>;

/** The names of all variables, in the order of the table. */
export const VARIABLES: readonly string[] = Object.keys(ENVIRONMENT.entries);

/** A wrong setting: the message names the variable and the form it must have. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** What tells a request of one API from the other's: host and path. The scheme does not reach the server. */
function placeOf(address: string): string {
  const { host, pathname } = new URL(address);
  return host.replace(/:(?:80|443)$/, '') + pathname.replace(/\/+$/, '');
}

/** Where the APIs are on this machine by another port than the default's. */
function localAddresses(port = ''): { PUBLIC_BASE_URL?: string; COMMERCIAL_BASE_URL?: string } {
  const isPort = /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536;
  if (!isPort) return {};
  const local = `http://localhost:${Number(port)}`;
  return { PUBLIC_BASE_URL: local, COMMERCIAL_BASE_URL: `${local}/comercial` };
}

/**
 * Parses the environment. An empty variable counts as not set.
 * Throws ConfigError, naming every wrong variable, or when both APIs would have one address.
 */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    VARIABLES.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = v.safeParse(ENVIRONMENT, { ...localAddresses(given.PORT), ...given });
  if (!parsed.success) {
    const lines = parsed.issues.map((issue) => {
      const name = v.getDotPath(issue) ?? '';
      // What another reader says of a variable names it.
      return issue.message.startsWith(name) ? issue.message : `${name} must be ${issue.message}`;
    });
    throw new ConfigError([...new Set(lines)].join('\n'));
  }
  const { PUBLIC_BASE_URL, COMMERCIAL_BASE_URL } = parsed.output;
  if (placeOf(PUBLIC_BASE_URL) === placeOf(COMMERCIAL_BASE_URL)) {
    throw new ConfigError(
      'PUBLIC_BASE_URL and COMMERCIAL_BASE_URL must differ, by host or by path: both APIs have a /cnpj/{cnpj}.',
    );
  }
  return Object.freeze(parsed.output);
}
