import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as a server took it in. */
export type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
  readonly secure: boolean;
  readonly user: unknown;
};

/** A running SMTP server, which `await using` stops. */
export type MailServer = AsyncDisposable & {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
};

/** A key and its certificate for this machine's own address, both PEM, signed by itself and fresh. */
export function makeCertificate(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  try {
    const made = Bun.spawnSync(
      [
        ...['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
        ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost', '-days', '2'],
        ...['-keyout', 'key.pem', '-out', 'cert.pem'],
      ],
      { cwd: folder, stderr: 'pipe' },
    );
    if (!made.success) throw new Error(`openssl failed: ${made.stderr.toString()}`);
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    return { key: read('key.pem'), cert: read('cert.pem') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Starts a real SMTP server on a free port. Without options it takes every mail, unencrypted. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: options.key ? [] : ['STARTTLS'],
    authOptional: options.onAuth === undefined,
    allowInsecureAuth: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          source: Buffer.concat(chunks).toString('utf8'),
          secure: session.secure,
          user: session.user,
        });
        done();
      });
    },
    ...options,
  });
  // A client that hangs up in anger is what some tests are about.
  server.on('error', () => undefined);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    port: address.port,
    mails,
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      await closed.promise;
    },
  };
}

/** The text of a MIME part in its quoted-printable or base64 form. */
function decodePart(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/transfer-encoding: quoted-printable/i.test(head)) return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

/** The plain text and the HTML of a mail that has both. */
export function readParts(mail: ReceivedMail | undefined): { readonly text: string; readonly html: string } {
  const source = mail?.source ?? '';
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? 'none';
  const parts = source.split(`--${boundary}`);
  const find = (type: string) => parts.find((part) => part.trimStart().startsWith(`Content-Type: ${type}`));
  return { text: decodePart(find('text/plain') ?? ''), html: decodePart(find('text/html') ?? '') };
}
