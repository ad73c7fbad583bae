import { createTransport } from 'nodemailer';
import { MailError, type PostOffice, readSmtpOptions, type SmtpOptions } from './smtp.ts';

/** A letter, without its sender. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
};

/** What an operator can do, by nodemailer's code of the fault. */
const REMEDIES: Readonly<Record<string, string>> = {
  EDNS: 'Check the host in SMTP_URL.',
  ECONNECTION: 'Check host and port in SMTP_URL, and that the mail server runs.',
  ESOCKET: 'Check host and port in SMTP_URL, that the mail server runs, and its certificate.',
  ETIMEDOUT: 'The mail server is slow or a firewall is in the way; try again later.',
  ETLS: 'The mail server does not offer STARTTLS, which SMTP_URL or its password demands: use a port with it, or smtps://.',
  EAUTH: 'Check user and password in SMTP_URL.',
  EENVELOPE: 'Check the recipient, and that the mail server lets MAIL_FROM send.',
  EMESSAGE: "The mail server refused the message; check MAIL_FROM and the server's log.",
  EPROTOCOL: 'What answers there does not speak SMTP as expected; check host and port in SMTP_URL.',
};

/** A property of an unknown error, as text. */
function readText(cause: unknown, name: 'code' | 'message'): string {
  if (typeof cause !== 'object' || cause === null) return '';
  const value: unknown = Reflect.get(cause, name);
  return typeof value === 'string' ? value : '';
}

/** A text without the password, in whatever form SMTP or SMTP_URL knows it. */
function hidePassword(
  text: string,
  auth: { readonly user: string; readonly pass: string } | undefined,
): string {
  if (auth === undefined || auth.pass === '') return text;
  const encoded = [auth.pass, `\0${auth.user}\0${auth.pass}`].map((form) =>
    Buffer.from(form).toString('base64'),
  );
  const forms = [auth.pass, encodeURIComponent(auth.pass), ...encoded];
  return forms.reduce((told, form) => told.replaceAll(form, '***'), text);
}

/** A fault of nodemailer's as one sentence on what went wrong and one on what to do. */
function describeFault(cause: unknown, to: string, options: SmtpOptions): MailError {
  const remedy = REMEDIES[readText(cause, 'code')] ?? "Check SMTP_URL and the mail server's log.";
  const whole = (readText(cause, 'message') || String(cause)).replaceAll(/\s+/g, ' ');
  const reason = hidePassword(whole, options.auth).slice(0, 300).replace(/\.?$/, '.');
  const place = `${options.host}:${options.port}`;
  return new MailError(`The mail to ${to} could not be sent through ${place}: ${reason} ${remedy}`);
}

/**
 * Sends one letter and resolves when the mail server has taken it on. Rejects with MailError, in English and
 * without the password, after at most the office's time.
 */
export async function sendMail(office: PostOffice, mail: Mail): Promise<void> {
  const options = readSmtpOptions(office);
  const transport = createTransport(options);
  const { promise: late, reject } = Promise.withResolvers<never>();
  // Each step has its own limit in nodemailer; this one bounds their sum.
  const timer = setTimeout(() => {
    reject(Object.assign(new Error(`No end after ${options.connectionTimeout} ms`), { code: 'ETIMEDOUT' }));
  }, options.connectionTimeout);
  const letter = { from: office.from, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } };
  try {
    await Promise.race([transport.sendMail(letter), late]);
  } catch (cause) {
    throw describeFault(cause, mail.to, options);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}
