import { describe, expect, test } from 'bun:test';
import { MailError, readSmtpOptions } from '../../src/mail/smtp.ts';

const from = 'cadastro@example.com';

describe('SMTP_URL', () => {
  test.each([
    ['smtp://mail.example.com', { port: 587, secure: false, requireTLS: false, verified: true }],
    ['smtp://u:p@mail.example.com', { port: 587, secure: false, requireTLS: true, verified: true }],
    ['smtp://u:p@mail.example.com:25', { port: 25, secure: false, requireTLS: true, verified: true }],
    [
      'smtp://u:p@mail.example.com?requireTLS=false',
      { port: 587, secure: false, requireTLS: true, verified: true },
    ],
    [
      'smtp://mail.example.com?requireTLS=true',
      { port: 587, secure: false, requireTLS: true, verified: true },
    ],
    ['smtps://u:p@mail.example.com', { port: 465, secure: true, requireTLS: false, verified: true }],
    ['smtp://u:p@localhost:1025', { port: 1025, secure: false, requireTLS: false, verified: false }],
    ['smtp://u:p@127.0.0.1', { port: 587, secure: false, requireTLS: false, verified: false }],
    ['smtp://u:p@[::1]:25', { port: 25, secure: false, requireTLS: false, verified: false }],
    ['smtp://localhost?requireTLS=true', { port: 587, secure: false, requireTLS: true, verified: true }],
    ['smtp://u:p@127.0.0.1.example.com', { port: 587, secure: false, requireTLS: true, verified: true }],
  ])('%s', (smtpUrl, expected) => {
    const { port, secure, requireTLS, tls } = readSmtpOptions({ smtpUrl, from });
    const verified = tls?.rejectUnauthorized !== false;
    expect({ port, secure, requireTLS, verified }).toEqual({ ...expected });
  });

  test('carries percent-encoded users and passwords', () => {
    const options = readSmtpOptions({ smtpUrl: 'smtp://ana%40example.com:a%2Fb%3Ac@mail.example.com', from });
    expect(options.auth).toEqual({ user: 'ana@example.com', pass: 'a/b:c' });
  });

  test.each([
    ['smtp://'],
    ['https://u:secret@mail.example.com'],
    ['smtp://u:sec%ret@mail.example.com'],
    ['smtp://u:secret@mail.example.com?tls.rejectUnauthorized=false'],
    ['smtp://u:secret@mail.example.com?requireTLS=perhaps'],
  ])('%s is refused, and the password not repeated', (smtpUrl) => {
    const read = () => readSmtpOptions({ smtpUrl, from });
    expect(read).toThrow(MailError);
    expect(read).toThrow(/^SMTP_URL(?!.*sec)/);
  });
});
