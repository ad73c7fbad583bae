import type { Options } from 'nodemailer/lib/smtp-transport/index.js';

/** How letters leave. */
export type PostOffice = {
  /** `smtp://user:password@host:587` or `smtps://user:password@host:465`, perhaps with `?requireTLS=true`. */
  readonly smtpUrl: string;
  /** The sender, bare or as `Name <address>`. */
  readonly from: string;
  /** How long a whole delivery may take; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** Certificates, PEM, of authorities to be trusted in the place of the system's. */
  readonly ca?: string;
};

/** What nodemailer is told of the mail server. */
export type SmtpOptions = Options & {
  readonly host: string;
  readonly port: number;
  readonly auth?: { readonly user: string; readonly pass: string };
};

/** A letter that could not be sent: the message says why and what to do, and holds no password. */
export class MailError extends Error {
  override name = 'MailError';
}

/** Hosts that are this machine: nobody can listen on the way to them. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** The ports that are meant when SMTP_URL names none: submission, and submission over TLS. */
const DEFAULT_PORT = { 'smtp:': 587, 'smtps:': 465 } as const;

/** Undoes percent-encoding, or says what is wrong with it without showing it. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new MailError('SMTP_URL: the user or password has a % that begins no escape; write it as %25.');
  }
}

/** SMTP_URL taken apart. Throws MailError, without the password, when it is none. */
export function readSmtpAddress(smtpUrl: string) {
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined;
  if (url === undefined || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '') {
    throw new MailError(
      'SMTP_URL must be like smtp://user:password@host:587; write special characters as %40, %2F, %3A.',
    );
  }
  const { requireTLS = 'false', ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || !/^(true|false)$/.test(requireTLS)) {
    throw new MailError('SMTP_URL may end in ?requireTLS=true and knows no other parameter.');
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || DEFAULT_PORT[url.protocol],
    secure: url.protocol === 'smtps:',
    user: decodePart(url.username),
    password: decodePart(url.password),
    requireTls: requireTLS === 'true',
  };
}

/**
 * What nodemailer needs to know. TLS is demanded wherever a password would travel, or when SMTP_URL says so,
 * and its certificate verified; elsewhere it is used when the server offers it. On this machine's own address
 * nobody listens, and mail servers there have certificates made by themselves: TLS is used but not demanded,
 * nor the certificate verified, unless SMTP_URL says so.
 */
export function readSmtpOptions(office: PostOffice): SmtpOptions {
  const { host, port, secure, user, password, requireTls } = readSmtpAddress(office.smtpUrl);
  const trusted = LOOPBACK.test(host) && !requireTls;
  const timeoutMs = office.timeoutMs ?? 30_000;
  return {
    host,
    port,
    secure,
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    requireTLS: !secure && (requireTls || (user !== '' && !trusted)),
    tls: { rejectUnauthorized: !trusted, minVersion: 'TLSv1.2', ...(office.ca ? { ca: office.ca } : {}) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
