import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { State } from '../../src/state/database.ts';
import { Directory, type Refusal, type Subscriber } from '../../src/state/directory.ts';
import { changePlan, issueToken, revokeTokens, rotateToken } from '../../src/state/subscribers.ts';
import { createToken } from '../../src/state/token.ts';
import { makeState } from './scratch.ts';

const ORDER = { email: 'ana@example.com', plan: 'basico' } as const;

/** Runs the token command in a second process, to its end, and returns what it printed. */
async function runToken(folder: string, ...words: readonly string[]): Promise<string> {
  const script = join(import.meta.dir, '../commands/token-process.ts');
  const child = Bun.spawn([process.execPath, script, folder, ...words], { stderr: 'pipe' });
  const printed = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text());
  return printed.trim();
}

describe('the directory', () => {
  test('knows who bears a token, the first time and every further time', () => {
    using state = makeState();
    const { token, tokenId, subscriberId } = issueToken(state, ORDER);
    const directory = new Directory(state);
    for (let round = 0; round < 3; round++) {
      expect(directory.findSubscriber(token)).toEqual({ id: subscriberId, plan: 'basico', tokenId });
    }
  });

  test('tells tokens apart', () => {
    using state = makeState();
    const issued = Array.from({ length: 50 }, (_, index) =>
      issueToken(state, { ...ORDER, email: `ana${index}@example.com` }),
    );
    const directory = new Directory(state);
    for (const round of [1, 2]) {
      for (const each of issued) {
        expect(directory.findSubscriber(each.token), `round ${round}`).toMatchObject({
          tokenId: each.tokenId,
        });
      }
    }
  });

  test.each([
    ['the empty text', () => ''],
    ['a word', () => 'token'],
    ['a token nobody issued', createToken],
    ['a text of a token’s length', () => 'x'.repeat(54)],
    ['an endless text', () => 'x'.repeat(1_000_000)],
  ])('does not know %s', (_, make) => {
    using state = makeState();
    issueToken(state, ORDER);
    expect(new Directory(state).findSubscriber(make())).toBe('unknown');
  });

  test('does not know a token that lacks or exchanges a character', () => {
    using state = makeState();
    const { token } = issueToken(state, ORDER);
    const directory = new Directory(state);
    directory.findSubscriber(token);
    const last = token.endsWith('0') ? '1' : '0';
    for (const text of [token.slice(0, -1), token.slice(0, -1) + last, token.toLowerCase(), `${token} `]) {
      expect(directory.findSubscriber(text)).toBe('unknown');
    }
  });

  test('knows a token from the moment of its issue, without a refresh', () => {
    using state = makeState();
    const directory = new Directory(state);
    const { token } = issueToken(state, ORDER);
    expect(directory.findSubscriber(token)).toMatchObject({ id: 1 });
  });

  const after: [what: string, change: (state: State) => unknown, expected: Subscriber | Refusal][] = [
    ['a revocation', (state) => revokeTokens(state, '1'), 'revoked'],
    ['a rotation', (state) => rotateToken(state, '1'), 'revoked'],
    [
      'a change of plan',
      (state) => changePlan(state, '1', 'premium'),
      { id: 1, plan: 'premium', tokenId: 1 },
    ],
    ['a change by hand', (state) => state.sqlite.run('DELETE FROM tokens'), 'unknown'],
    ['nothing', () => undefined, { id: 1, plan: 'basico', tokenId: 1 }],
  ];
  test.each(after)('sees %s with the next refresh', (_, change, expected) => {
    using state = makeState();
    const directory = new Directory(state);
    const { token } = issueToken(state, ORDER);
    directory.findSubscriber(token);
    change(state);
    directory.refresh();
    for (const round of [1, 2]) expect(directory.findSubscriber(token), `round ${round}`).toEqual(expected);
  });

  test('lets a token in until its last day is over in Brasília', () => {
    using state = makeState();
    let now = Date.parse('2026-11-21T12:00:00Z');
    const directory = new Directory(state, { now: () => now });
    const { token } = issueToken(state, { ...ORDER, expires: '2026-11-22' }, { nowMs: now });
    const answers: (number | Refusal)[] = [];
    for (const instant of ['2026-11-21T12:00:00Z', '2026-11-23T02:59:59.999Z', '2026-11-23T03:00:00Z']) {
      now = Date.parse(instant);
      const answer = directory.findSubscriber(token);
      answers.push(typeof answer === 'string' ? answer : answer.id);
    }
    expect(answers).toEqual([1, 1, 'expired']);
  });

  test('calls a token revoked that is also expired', () => {
    using state = makeState();
    const issuedAt = Date.parse('2026-11-21T12:00:00Z');
    const { token } = issueToken(state, { ...ORDER, expires: '2026-11-22' }, { nowMs: issuedAt });
    revokeTokens(state, '1', issuedAt);
    const directory = new Directory(state, { now: () => issuedAt + 7 * 86_400_000 });
    expect(directory.findSubscriber(token)).toBe('revoked');
  });

  test('answers rightly with more tokens than it remembers', () => {
    using state = makeState();
    const directory = new Directory(state, { capacity: 3 });
    const issued = Array.from({ length: 10 }, () => issueToken(state, ORDER));
    for (const each of [...issued, ...issued.toReversed()]) {
      expect(directory.findSubscriber(each.token)).toMatchObject({ tokenId: each.tokenId });
    }
  });

  test('sees what another process issues, rotates and revokes', async () => {
    using state = makeState();
    const directory = new Directory(state);
    const order = ['issue', '--email', 'ana@example.com', '--plan', 'premium', '--print'];
    const token = await runToken(state.folder, ...order);
    expect(directory.findSubscriber(token)).toEqual({ id: 1, plan: 'premium', tokenId: 1 });

    const fresh = await runToken(state.folder, 'rotate', 'ana@example.com', '--print');
    expect(directory.findSubscriber(fresh)).toEqual({ id: 1, plan: 'premium', tokenId: 2 });
    directory.refresh();
    expect(directory.findSubscriber(token)).toBe('revoked');

    await runToken(state.folder, 'plan', '1', 'basico');
    directory.refresh();
    expect(directory.findSubscriber(fresh)).toMatchObject({ plan: 'basico' });

    await runToken(state.folder, 'revoke', 't2');
    directory.refresh();
    expect(directory.findSubscriber(fresh)).toBe('revoked');
  });
});
