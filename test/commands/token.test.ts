import { describe, expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { isTokenForm } from '../../src/state/token.ts';
import { makeCertificate, readParts, startMailServer } from '../mail/mail-server.ts';
import { leadTo, openDesk } from './token-desk.ts';

const TOKEN_FORM = /cnpj_[0-9A-Za-z]{49}/;
const ISSUE = ['issue', '--email', 'ana@example.com', '--plan', 'basico'];

describe('token issue', () => {
  test('sends the token by e-mail, shows it nowhere, and it is good', async () => {
    await using server = await startMailServer();
    using desk = openDesk(leadTo(server));
    const { code, out, err } = await desk.run(...ISSUE, '--expires', '2999-12-31', '--note', 'contrato 7');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe('Token t1 (basico) of subscriber 1 is in force and was sent to ana@example.com.\n');
    const { text, html } = readParts(server.mails[0]);
    const token = TOKEN_FORM.exec(text)?.[0] ?? '';
    expect(server.mails[0]?.to).toEqual(['ana@example.com']);
    expect(text).toContain(
      `curl -H 'Authorization: Bearer ${token}' 'https://cnpj.example.com/comercial/cnpj/`,
    );
    expect(html).toContain(token);
    expect(desk.ask(token)).toEqual({ id: 1, plan: 'basico', tokenId: 1 });
  });

  test('with --print prints the token, and nothing else, to standard output, and sends nothing', async () => {
    await using server = await startMailServer();
    for (const variables of [{}, leadTo(server)]) {
      using desk = openDesk(variables);
      const { code, out, err } = await desk.run(...ISSUE, '--print');
      expect(code).toBe(0);
      expect(isTokenForm(out.trimEnd())).toBeTrue();
      expect(err).not.toMatch(TOKEN_FORM);
      expect(desk.ask(out.trimEnd())).toEqual({ id: 1, plan: 'basico', tokenId: 1 });
    }
    expect(server.mails).toEqual([]);
  });

  test.each([
    ['SMTP_URL', {}],
    ['MAIL_FROM', { SMTP_URL: 'smtp://127.0.0.1:1' }],
  ])('without %s and without --print makes no token and says what to do', async (name, variables) => {
    using desk = openDesk(variables);
    const { code, out, err } = await desk.run(...ISSUE);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(`${name} is not set`);
    expect(err).toContain('--print');
    expect(desk.standings()).toEqual([]);
  });

  test('leaves nothing behind when the recipient is refused, and can be repeated', async () => {
    let refusals = 1;
    await using server = await startMailServer({
      onRcptTo: (_address, _session, done) => done(refusals-- > 0 ? new Error('no such mailbox') : null),
    });
    using desk = openDesk(leadTo(server));
    const failed = await desk.run(...ISSUE);
    expect({ code: failed.code, out: failed.out }).toEqual({ code: 1, out: '' });
    expect(failed.err).toContain('no such mailbox');
    expect(failed.err).toContain('Nothing was changed');
    expect(failed.err).not.toMatch(TOKEN_FORM);
    expect(desk.standings()).toEqual([]);
    expect((await desk.run(...ISSUE)).code).toBe(0);
    expect(desk.standings()).toEqual(['active']);
  });

  test('leaves nothing behind when the mail server is down', async () => {
    const server = await startMailServer();
    await server[Symbol.asyncDispose]();
    using desk = openDesk(leadTo(server));
    const { code, err } = await desk.run(...ISSUE);
    expect(code).toBe(1);
    expect(err).toContain('Check host and port in SMTP_URL');
    expect(desk.standings()).toEqual([]);
  });

  test('leaves nothing behind when the mail server is slow', async () => {
    const silent = createServer();
    const { promise, resolve } = Promise.withResolvers<void>();
    silent.listen(0, '127.0.0.1', resolve);
    await promise;
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
    using desk = openDesk(leadTo(address));
    const { code, err } = await desk.run(...ISSUE);
    silent.close();
    expect(code).toBe(1);
    expect(err).toContain('slow or a firewall');
    expect(desk.standings()).toEqual([]);
  });

  test('leaves nothing behind when STARTTLS is demanded and not offered, or not to be trusted', async () => {
    await using plain = await startMailServer();
    await using untrusted = await startMailServer(makeCertificate());
    for (const server of [plain, untrusted]) {
      using desk = openDesk({ ...leadTo(server), SMTP_URL: `${leadTo(server).SMTP_URL}?requireTLS=true` });
      expect((await desk.run(...ISSUE)).code).toBe(1);
      expect(desk.standings()).toEqual([]);
      expect(server.mails).toEqual([]);
    }
  });

  test('never repeats the password of SMTP_URL', async () => {
    await using server = await startMailServer({ onAuth: (_auth, _session, done) => done(new Error('no')) });
    using desk = openDesk({ ...leadTo(server), SMTP_URL: `smtp://robot:s3cret@127.0.0.1:${server.port}` });
    const { code, err } = await desk.run(...ISSUE);
    expect(code).toBe(1);
    expect(err).toContain('Check user and password');
    expect(err).not.toContain('s3cret');
  });

  test('with another plan than the one in force is refused before anything is sent', async () => {
    await using server = await startMailServer();
    using desk = openDesk(leadTo(server));
    await desk.run(...ISSUE);
    const { code, err } = await desk.run('issue', '--email', 'ana@example.com', '--plan', 'premium');
    expect(code).toBe(1);
    expect(err).toContain('token plan 1 premium');
    expect(server.mails).toHaveLength(1);
  });
});

describe('token rotate', () => {
  test('sends a new token and ends the old one', async () => {
    await using server = await startMailServer();
    using desk = openDesk(leadTo(server));
    await desk.run(...ISSUE);
    expect((await desk.run('rotate', 'ana@example.com')).code).toBe(0);
    const [old = '', fresh = ''] = server.mails.map(
      (mail) => TOKEN_FORM.exec(readParts(mail).text)?.[0] ?? '',
    );
    expect(readParts(server.mails[1]).text).toContain('O token anterior deixa de valer agora');
    expect(desk.ask(old)).toBe('revoked');
    expect(desk.ask(fresh)).toMatchObject({ id: 1 });
  });

  test('leaves the old token in force when the mail fails', async () => {
    const server = await startMailServer();
    using desk = openDesk(leadTo(server));
    await desk.run(...ISSUE);
    await server[Symbol.asyncDispose]();
    expect((await desk.run('rotate', '1')).code).toBe(1);
    expect(desk.standings()).toEqual(['active']);
    const { code, out } = await desk.run('rotate', '1', '--print');
    expect(code).toBe(0);
    expect(desk.ask(out.trimEnd())).toMatchObject({ id: 1, tokenId: 2 });
  });
});

describe('token list', () => {
  test('shows every token in columns, and no token', async () => {
    using desk = openDesk();
    const { out: token } = await desk.run(...ISSUE, '--print', '--note', 'contrato 7');
    await desk.run(
      'issue',
      '--email',
      'b@example.com',
      '--plan',
      'premium',
      '--expires',
      '2999-12-31',
      '--print',
    );
    await desk.run('revoke', 't2');
    const { code, out } = await desk.run('list');
    expect(code).toBe(0);
    const rows = out.split('\n').map((line) => line.split(/ {2,}/));
    const today = rows[1]?.[5] ?? '';
    expect(today).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(rows).toEqual([
      ['TOKEN', 'SUBSCRIBER', 'EMAIL', 'PLAN', 'STATE', 'ISSUED', 'EXPIRES', 'NOTE'],
      ['t1', '1', 'ana@example.com', 'basico', 'active', today, 'never', 'contrato 7'],
      ['t2', '2', 'b@example.com', 'premium', 'revoked', today, '2999-12-31'],
      [''],
    ]);
    expect(out).not.toContain(token.trimEnd());
  });

  test('speaks JSON to programs', async () => {
    using desk = openDesk();
    expect(JSON.parse((await desk.run('list', '--json')).out)).toEqual([]);
    await desk.run(...ISSUE, '--print');
    await desk.run('revoke', '1');
    const listed: unknown = JSON.parse((await desk.run('list', '--json')).out);
    expect(listed).toEqual([
      {
        ...{ token: 't1', subscriber: 1, email: 'ana@example.com', plan: 'basico', state: 'revoked' },
        ...{ issuedAt: expect.any(String), expires: null, revokedAt: expect.any(String), note: null },
      },
    ]);
  });
});

describe('token plan and token revoke', () => {
  test('change what they name and say so', async () => {
    using desk = openDesk();
    const { out: token } = await desk.run(...ISSUE, '--print');
    expect(await desk.run('plan', 'ana@example.com', 'premium')).toEqual({
      ...{ code: 0, out: 'Subscriber 1, ana@example.com: basico -> premium.\n', err: '' },
    });
    expect(desk.ask(token.trimEnd())).toMatchObject({ plan: 'premium' });
    expect(await desk.run('revoke', 'ana@example.com')).toEqual({ code: 0, out: 'Revoked t1.\n', err: '' });
    expect(desk.ask(token.trimEnd())).toBe('revoked');
  });
});
