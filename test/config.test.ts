import { describe, expect, test } from 'bun:test';
import { ConfigError, parseConfig, VARIABLES } from '../src/config.ts';

const ADDRESS = 'an http:// or https:// address without query, such as https://cnpj.example.com/api';
const WRONG_ADDRESSES = [
  'cnpj.example',
  'ftp://x',
  'http://',
  ...['https://x/?y=1', 'https://x/?', 'https://x/#y', 'https://x#', 'https://x /api'],
  ...['https://a@x', 'https://:secret@x'],
];
const SOURCE = 'an http:// or https:// address';
const WRONG_URLS = ['nowhere', '/path', 'http://', 'ftp://x.example', 'javascript:alert(1)'];
const MAIL = [
  'ana',
  'ana@',
  '@example.com',
  'Ana <ana@example.com>\nBcc: x@example.com',
  'Ana <ana@example.com',
  'ana@example.com>',
];

/** A whole number within bounds. */
function number(fallback: number, min: number, max: number): Row {
  const wrong = ['abc', '-1', '1.5', '1e3', ' 5', '0x10', String(max + 1), '9'.repeat(16)];
  return {
    ...{ fallback, good: [String(min), String(max)], parsed: [min, max] },
    wrong: min > 0 ? [...wrong, String(min - 1)] : wrong,
    form: `a whole number from ${min} to ${max}`,
  };
}

/** What a variable is when it is not set, what it may be, how that is understood, and what it may not be. */
interface Row {
  readonly fallback: unknown;
  readonly good: readonly string[];
  /** The same as parsed; as they stand, where this is not given. */
  readonly parsed?: readonly unknown[];
  readonly wrong: readonly string[];
  readonly form: string;
}

const MILLIARD = 1_000_000_000;

const ROWS: Readonly<Record<string, Row>> = {
  DATA_DIR: { fallback: './data', good: ['/var/lib/cnpj'], wrong: [], form: '' },
  HOST: { fallback: '0.0.0.0', good: ['127.0.0.1', '::'], wrong: [], form: '' },
  PORT: number(3000, 0, 65_535),
  PUBLIC_BASE_URL: {
    ...{ fallback: 'http://localhost:3000', wrong: WRONG_ADDRESSES, form: ADDRESS },
    ...{ good: ['https://x.example/api/', 'http://x'], parsed: ['https://x.example/api', 'http://x'] },
  },
  COMMERCIAL_BASE_URL: {
    ...{ fallback: 'http://localhost:3000/comercial', wrong: WRONG_ADDRESSES, form: ADDRESS },
    good: ['https://x.example/api'],
  },
  WIRE_PROFILE: {
    ...{ fallback: 'spec', good: ['spec', 'hosted'], wrong: ['Spec', 'other'], form: '`spec` or `hosted`' },
  },
  NAME_WORDS: number(100_000, 0, 2_000_000),
  ANSWER_CACHE_MB: number(8, 0, 65_536),
  PUBLIC_PER_MINUTE: number(3, 1, MILLIARD),
  BASICO_PER_MINUTE: number(60, 1, MILLIARD),
  PREMIUM_PER_MINUTE: number(600, 1, MILLIARD),
  BASICO_PER_MONTH: number(0, 0, MILLIARD),
  PREMIUM_PER_MONTH: number(0, 0, MILLIARD),
  STRANGER_FAILURES_PER_MINUTE: number(30, 1, MILLIARD),
  TRUSTED_PROXIES: {
    fallback: [],
    good: ['127.0.0.1', ' 10.0.0.0/8 , ::1,, 2001:db8::/32', '0.0.0.0/0'],
    parsed: [['127.0.0.1'], ['10.0.0.0/8', '::1', '2001:db8::/32'], ['0.0.0.0/0']],
    wrong: ['localhost', '10.0.0.0/33', '::1/129', '10.0.0/8', '10.0.0.0/8/8', '10.0.0.0/', '1:2:3'],
    form: 'addresses or CIDR blocks separated by commas, such as 127.0.0.1,10.0.0.0/8',
  },
  BODY_LIMIT: number(65_536, 256, 10_485_760),
  ADMIN_HOST: { fallback: '127.0.0.1', good: ['10.0.0.1'], wrong: [], form: '' },
  ADMIN_PORT: number(3001, 0, 65_535),
  LOG_LEVEL: {
    ...{
      fallback: 'info',
      good: ['debug', 'info', 'warn', 'error', 'silent'],
      wrong: ['INFO', 'trace', '3'],
    },
    form: '`debug`, `info`, `warn`, `error` or `silent`',
  },
  SMTP_URL: {
    ...{ fallback: undefined, good: ['smtp://u:p@mail.example:587', 'smtps://mail.example'] },
    ...{ wrong: ['mail.example', 'http://mail.example', 'smtp://', 'smtp://a b', 'smtp://h:99999'] },
    form: 'like smtp://user:password@host:587; write special characters as %40, %2F, %3A.',
  },
  MAIL_FROM: {
    ...{ fallback: undefined, good: ['a@example.com', 'Cadastro <a@example.com>'], wrong: MAIL },
    form: 'a mail address',
  },
  OPERATOR_EMAIL: { fallback: undefined, good: ['a@example.com'], wrong: MAIL, form: 'a mail address' },
  RECEITA_URL: {
    ...{ fallback: 'https://arquivos.receitafederal.gov.br', wrong: WRONG_ADDRESSES, form: ADDRESS },
    good: ['http://localhost:8080/share'],
  },
  RECEITA_TOKEN: {
    ...{ fallback: undefined, good: ['YggdBLfdninEJX9'], wrong: ['a b', 'a/b', 'x'.repeat(65)] },
    form: 'the token of a public share',
  },
  TABMUN_URL: {
    fallback: undefined,
    good: ['https://x.example/t.csv'],
    wrong: WRONG_URLS,
    form: SOURCE,
  },
  REGIMES_URL: {
    fallback: undefined,
    good: ['https://x.example/{a}'],
    wrong: WRONG_URLS,
    form: SOURCE,
  },
  UPSTREAM_URL: {
    fallback: undefined,
    good: ['https://x.example/cnpj', 'http://user:password@10.0.0.1:3000'],
    wrong: [...WRONG_URLS, 'https://x.example/?a=b', 'https://x.example/#', 'https://x.example/ a'],
    form: `${SOURCE} without query`,
  },
  UPSTREAM_PER_MINUTE: number(3, 1, 100_000),
};

test.each([
  [
    'smtp://u:p%zz@mail.example',
    'SMTP_URL: the user or password has a % that begins no escape; write it as %25.',
  ],
  ['smtp://mail.example?tls=1', 'SMTP_URL may end in ?requireTLS=true and knows no other parameter.'],
])('what sending would say of %p is said at the start', (text, message) => {
  expect(() => parseConfig({ SMTP_URL: text })).toThrow(new ConfigError(message));
});

test('without addresses of their own the APIs are on this machine, by the port', () => {
  expect(parseConfig({ PORT: '8080' })).toMatchObject({
    PUBLIC_BASE_URL: 'http://localhost:8080',
    COMMERCIAL_BASE_URL: 'http://localhost:8080/comercial',
  });
  expect(parseConfig({ PORT: '8080', PUBLIC_BASE_URL: 'https://cnpj.example' })).toMatchObject({
    PUBLIC_BASE_URL: 'https://cnpj.example',
    COMMERCIAL_BASE_URL: 'http://localhost:8080/comercial',
  });
  expect(parseConfig({ PORT: '0' }).PUBLIC_BASE_URL).toBe('http://localhost:3000');
  expect(() => parseConfig({ PORT: '65536' })).toThrow(
    new ConfigError('PORT must be a whole number from 0 to 65535'),
  );
});

test('every variable has its row here', () => {
  expect(Object.keys(ROWS)).toEqual([...VARIABLES]);
});

describe.each(Object.entries(ROWS))('%s', (name, { fallback, good, parsed = good, wrong, form }) => {
  const read = (text: string | undefined): unknown =>
    Object.entries(parseConfig({ [name]: text })).find(([variable]) => variable === name)?.[1];

  test('has its default where it is not set, or empty', () => {
    expect(read(undefined)).toEqual(fallback);
    expect(read('')).toEqual(fallback);
  });

  test.each(good.map((text, index) => [text, parsed[index]]))('may be %p', (text, value) => {
    expect(read(String(text))).toEqual(value);
  });

  if (wrong.length > 0) {
    test.each(wrong)('may not be %p', (text) => {
      expect(() => read(text)).toThrow(new ConfigError(`${name} must be ${form}`));
    });
  }
});

test('every wrong variable is named at once, and none that is nobody knows', () => {
  const environment = { PORT: 'x', LOG_LEVEL: 'x', UPSTREAM_PER_MINUTE: '0', PATH: '/bin', CNPJ_PORT: 'x' };
  expect(() => parseConfig(environment)).toThrow(
    new ConfigError(
      [
        'PORT must be a whole number from 0 to 65535',
        'LOG_LEVEL must be `debug`, `info`, `warn`, `error` or `silent`',
        'UPSTREAM_PER_MINUTE must be a whole number from 1 to 100000',
      ].join('\n'),
    ),
  );
});

test('what was parsed cannot be changed', () => {
  expect(Object.isFrozen(parseConfig({}))).toBeTrue();
});

const SAME =
  'PUBLIC_BASE_URL and COMMERCIAL_BASE_URL must differ, by host or by path: both APIs have a /cnpj/{cnpj}.';

test.each([
  ['http://localhost:3000/comercial', undefined],
  ['https://x.example', 'https://x.example/'],
  ['https://x.example', 'http://x.example'],
  ['https://X.example/api', 'https://x.example/api//'],
  ['https://x.example', 'https://x.example:443'],
])('%s and %p are one address and refused', (open, commercial) => {
  expect(() => parseConfig({ PUBLIC_BASE_URL: open, COMMERCIAL_BASE_URL: commercial })).toThrow(
    new ConfigError(SAME),
  );
});

test.each([
  ['http://x.example', 'http://x.example/api'],
  ['http://x.example', 'http://y.example'],
  ['http://x.example:1', 'http://x.example:2'],
  ['http://x.example/API', 'http://x.example/api'],
])('%s and %s are two', (open, commercial) => {
  expect(parseConfig({ PUBLIC_BASE_URL: open, COMMERCIAL_BASE_URL: commercial })).toMatchObject({
    PUBLIC_BASE_URL: open,
  });
});
