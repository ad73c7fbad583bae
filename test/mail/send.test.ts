import { describe, expect, test } from 'bun:test';
import { createServer, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { sendMail } from '../../src/mail/send.ts';
import { MailError, type PostOffice } from '../../src/mail/smtp.ts';
import { makeCertificate, readParts, startMailServer } from './mail-server.ts';

const FROM = 'Cadastro <cadastro@example.com>';
const MAIL = { to: 'ana@example.com', subject: 'Olá, São Paulo', text: 'Texto: ação', html: '<p>ação</p>' };
const PASSWORD = 'p@ss/word:1';
const CREDENTIALS = `robot:${encodeURIComponent(PASSWORD)}@`;

/** The error that sending ends with; a test fails when there is none. */
async function failToSend(office: PostOffice): Promise<MailError> {
  const cause = await sendMail(office, MAIL).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(cause).toBeInstanceOf(MailError);
  if (!(cause instanceof MailError)) throw new Error('The mail was sent.');
  return cause;
}

/** A listener that treats each connection in one way and counts them. */
async function startListener(treat: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    treat(socket);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  return {
    port: address.port,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Accepts one user with the password above. */
const onAuth: SMTPServerOptions['onAuth'] = (auth, _session, done) => {
  if (auth.username === 'robot' && auth.password === PASSWORD) done(null, { user: 'robot' });
  else done(new Error('Invalid username or password'));
};

describe('a mail', () => {
  test('arrives with its sender, recipient, subject and both of its parts', async () => {
    await using server = await startMailServer();
    await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: FROM }, MAIL);
    const [mail, ...others] = server.mails;
    expect(others).toEqual([]);
    expect(mail?.from).toBe('cadastro@example.com');
    expect(mail?.to).toEqual(['ana@example.com']);
    expect(mail?.source).toContain('Auto-Submitted: auto-generated');
    const { text, html } = readParts(mail);
    expect(text).toContain('Texto: ação');
    expect(html).toContain('<p>ação</p>');
  });

  test('is sent with user and password where the server wants them', async () => {
    await using server = await startMailServer({ onAuth });
    await sendMail({ smtpUrl: `smtp://${CREDENTIALS}127.0.0.1:${server.port}`, from: FROM }, MAIL);
    expect(server.mails.map((mail) => mail.user)).toEqual(['robot']);
  });

  test('that a server refuses for its recipient ends in an error that says so', async () => {
    await using server = await startMailServer({
      onRcptTo: (_address, _session, done) => done(new Error('5.1.1 no such mailbox')),
    });
    const error = await failToSend({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: FROM });
    expect(error.message).toContain('ana@example.com');
    expect(error.message).toContain('no such mailbox');
    expect(error.message).toContain('Check the recipient');
    expect(server.mails).toEqual([]);
  });

  test('with a wrong password ends in an error that does not hold it, in any form', async () => {
    await using server = await startMailServer({
      onAuth: (auth, _session, done) => done(new Error(`${'no '.repeat(90)}${auth.password}`)),
    });
    const error = await failToSend({ smtpUrl: `smtp://${CREDENTIALS}127.0.0.1:${server.port}`, from: FROM });
    expect(error.message).toContain('Check user and password');
    for (const form of [PASSWORD, encodeURIComponent(PASSWORD), Buffer.from(PASSWORD).toString('base64')]) {
      expect(error.message).not.toContain(form);
    }
    expect(server.mails).toEqual([]);
  });

  test('through a server that is down ends in an error that names the place', async () => {
    const listener = await startListener(() => undefined);
    listener[Symbol.dispose]();
    const error = await failToSend({ smtpUrl: `smtp://127.0.0.1:${listener.port}`, from: FROM });
    expect(error.message).toContain(`127.0.0.1:${listener.port}`);
    expect(error.message).toContain('Check host and port');
  });

  test('through a server that never greets ends when its time is over', async () => {
    using listener = await startListener(() => undefined);
    const office = { smtpUrl: `smtp://127.0.0.1:${listener.port}`, from: FROM, timeoutMs: 100 };
    expect((await failToSend(office)).message).toContain('slow or a firewall');
  });

  test('through a server that drips its greeting for ever ends when its time is over', async () => {
    using listener = await startListener((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const office = { smtpUrl: `smtp://127.0.0.1:${listener.port}`, from: FROM, timeoutMs: 200 };
    expect((await failToSend(office)).message).toContain('slow or a firewall');
  });

  test('through something that is no mail server ends in an error', async () => {
    using listener = await startListener((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const error = await failToSend({ smtpUrl: `smtp://127.0.0.1:${listener.port}`, from: FROM });
    expect(error.message).toContain('does not speak SMTP');
  });
});

describe('STARTTLS', () => {
  const certificate = makeCertificate();

  test('is used when demanded and given, with the certificate verified', async () => {
    await using server = await startMailServer({ ...certificate, onAuth });
    const smtpUrl = `smtp://${CREDENTIALS}127.0.0.1:${server.port}?requireTLS=true`;
    await sendMail({ smtpUrl, from: FROM, ca: certificate.cert }, MAIL);
    expect(server.mails.map((mail) => ({ secure: mail.secure, user: mail.user }))).toEqual([
      { secure: true, user: 'robot' },
    ]);
  });

  test('demanded but not offered: nothing is sent, no password either', async () => {
    const seen: unknown[] = [];
    await using server = await startMailServer({
      onAuth: (auth, _session, done) => {
        seen.push(auth.username);
        done(null, { user: 'robot' });
      },
    });
    const smtpUrl = `smtp://${CREDENTIALS}127.0.0.1:${server.port}?requireTLS=true`;
    expect((await failToSend({ smtpUrl, from: FROM })).message).toContain('STARTTLS');
    expect(seen).toEqual([]);
    expect(server.mails).toEqual([]);
  });

  test('demanded, with a certificate nobody vouches for: nothing is sent', async () => {
    await using server = await startMailServer(certificate);
    const smtpUrl = `smtp://127.0.0.1:${server.port}?requireTLS=true`;
    expect((await failToSend({ smtpUrl, from: FROM })).message).toContain('certificate');
    expect(server.mails).toEqual([]);
  });

  test("is used on this machine's own address when offered, whoever made the certificate", async () => {
    await using server = await startMailServer(certificate);
    await sendMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: FROM }, MAIL);
    expect(server.mails.map((mail) => mail.secure)).toEqual([true]);
  });

  test('is not needed where smtps:// begins with TLS', async () => {
    await using server = await startMailServer({ ...certificate, secure: true, onAuth });
    const smtpUrl = `smtps://${CREDENTIALS}localhost:${server.port}?requireTLS=true`;
    await sendMail({ smtpUrl, from: FROM, ca: certificate.cert }, MAIL);
    expect(server.mails.map((mail) => mail.secure)).toEqual([true]);
  });
});
