import { describe, expect, test } from 'bun:test';
import { FormError, SubscriberError, type TokenOrder } from '../../src/state/order.ts';
import {
  changePlan,
  issueToken,
  listTokens,
  revokeTokens,
  rotateToken,
  type TokenStanding,
} from '../../src/state/subscribers.ts';
import { hashToken } from '../../src/state/token.ts';
import { makeState } from './scratch.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const ORDER: TokenOrder = { email: 'ana@example.com', plan: 'basico' };

describe('issuing', () => {
  test('keeps a hash of the token, and the token nowhere', () => {
    using state = makeState();
    const { token, tokenId } = issueToken(state, ORDER, { nowMs: NOW });
    const stored = state.sqlite.query<{ hash: Uint8Array }, [number]>('SELECT hash FROM tokens WHERE id = ?');
    expect(stored.get(tokenId)?.hash).toEqual(new Uint8Array(hashToken(token)));
    const everything = Buffer.from(state.sqlite.serialize()).toString('latin1');
    expect(everything).toContain('ana@example.com');
    // Neither the token nor any part of its secret.
    for (let place = 5; place < 45; place += 8) {
      expect(everything).not.toContain(token.slice(place, place + 8));
    }
  });

  test('lists the token with all that was ordered', () => {
    using state = makeState();
    issueToken(
      state,
      { ...ORDER, plan: 'premium', expires: '2027-01-31', note: ' contrato 7 ' },
      { nowMs: NOW },
    );
    expect(listTokens(state, NOW)).toEqual([
      {
        tokenId: 1,
        subscriberId: 1,
        email: 'ana@example.com',
        plan: 'premium',
        standing: 'active',
        createdAt: NOW,
        expiresOn: '2027-01-31',
        revokedAt: undefined,
        note: 'contrato 7',
      },
    ]);
  });

  test('to an address that is known, in any case, makes one more token for the same subscriber', () => {
    using state = makeState();
    const first = issueToken(state, ORDER);
    const second = issueToken(state, { ...ORDER, email: ' Ana@Example.COM ' });
    const other = issueToken(state, { ...ORDER, email: 'bia@example.com' });
    expect(second.subscriberId).toBe(first.subscriberId);
    expect(second.tokenId).not.toBe(first.tokenId);
    expect(other.subscriberId).not.toBe(first.subscriberId);
  });

  test('does not change the plan of one who has an active token, and says how to', () => {
    using state = makeState();
    issueToken(state, ORDER);
    expect(() => issueToken(state, { ...ORDER, plan: 'premium' })).toThrow('`token plan 1 premium`');
    expect(listTokens(state)).toHaveLength(1);
  });

  test('to a former subscriber goes by the plan now ordered', () => {
    using state = makeState();
    issueToken(state, ORDER);
    revokeTokens(state, '1');
    expect(issueToken(state, { ...ORDER, plan: 'premium' }).subscriberId).toBe(1);
    expect(listTokens(state).map((item) => item.plan)).toEqual(['premium', 'premium']);
  });

  test.each([
    ['no address', { ...ORDER, email: 'ana' }],
    ['a host without a point', { ...ORDER, email: 'ana@example' }],
    ['two addresses', { ...ORDER, email: 'ana@example.com,eve@example.com' }],
    ['a line break in the address', { ...ORDER, email: 'ana@example.com\r\nBcc: eve@example.com' }],
    ['an endless address', { ...ORDER, email: `${'a'.repeat(300)}@example.com` }],
    ['a day that is over', { ...ORDER, expires: '2026-11-20' }],
    ['a day that no calendar has', { ...ORDER, expires: '2027-02-29' }],
    ['another form of date', { ...ORDER, expires: '31/12/2027' }],
    ['an endless note', { ...ORDER, note: 'x'.repeat(201) }],
    ['a note of two lines', { ...ORDER, note: 'one\ntwo' }],
  ])('with %s is refused and leaves nothing', (_, order) => {
    using state = makeState();
    expect(() => issueToken(state, order, { nowMs: NOW })).toThrow(FormError);
    expect(state.sqlite.query('SELECT 1 FROM subscribers').values()).toEqual([]);
  });

  test.each(["o'neil@example.com", 'd.avila+cnpj@xn--so-joo-8ta.example'])('to %s is kept so', (email) => {
    using state = makeState();
    issueToken(state, { ...ORDER, email });
    expect(listTokens(state)).toMatchObject([{ email }]);
  });

  test('goes by the day in Brasília, where it is still yesterday at two in the morning of UTC', () => {
    using state = makeState();
    const nowMs = Date.parse('2026-11-21T02:00:00Z');
    const { expiresOn } = issueToken(state, { ...ORDER, expires: '2026-11-20' }, { nowMs });
    expect(expiresOn).toBe('2026-11-20');
  });
});

describe('revoking', () => {
  const named: [kind: string, selector: string, standings: TokenStanding[]][] = [
    ['an address', 'ANA@example.com', ['revoked', 'revoked', 'active']],
    ['a subscriber', '1', ['revoked', 'revoked', 'active']],
    ['one token', 't2', ['active', 'revoked', 'active']],
  ];
  test.each(named)('by %s ends what it names and nothing else', (_, selector, standings) => {
    using state = makeState();
    issueToken(state, ORDER);
    issueToken(state, ORDER);
    issueToken(state, { ...ORDER, email: 'bia@example.com' });
    revokeTokens(state, selector, NOW);
    expect(listTokens(state).map((item) => item.standing)).toEqual(standings);
  });

  test.each([
    ['nobody', '99', 'No subscriber or token'],
    ['no token', 't99', 'No subscriber or token'],
    ['a stranger', 'eve@example.com', 'No subscriber or token'],
    ['what is revoked already', '1', 'no active token'],
  ])('of %s is refused', (_, selector, message) => {
    using state = makeState();
    issueToken(state, ORDER);
    revokeTokens(state, '1');
    expect(() => revokeTokens(state, selector)).toThrow(SubscriberError);
    expect(() => revokeTokens(state, selector)).toThrow(message);
  });

  test('of something without a form says which forms there are', () => {
    using state = makeState();
    expect(() => revokeTokens(state, 'ana')).toThrow(FormError);
  });
});

describe('rotating', () => {
  test('ends the old token, and keeps subscriber, plan, last day and note', () => {
    using state = makeState();
    const order = { ...ORDER, expires: '2027-01-31', note: 'contrato 7' };
    const old = issueToken(state, order, { nowMs: NOW });
    const fresh = rotateToken(state, 'ana@example.com', { nowMs: NOW });
    expect(fresh.token).not.toBe(old.token);
    const [first, second] = listTokens(state, NOW);
    expect(first?.standing).toBe('revoked');
    expect(second).toEqual({
      ...{ tokenId: fresh.tokenId, subscriberId: old.subscriberId, email: 'ana@example.com', plan: 'basico' },
      ...{
        standing: 'active',
        createdAt: NOW,
        expiresOn: '2027-01-31',
        revokedAt: undefined,
        note: 'contrato 7',
      },
    });
  });

  test('asks which, when there are several, and then takes that one', () => {
    using state = makeState();
    issueToken(state, ORDER);
    issueToken(state, ORDER);
    expect(() => rotateToken(state, 'ana@example.com')).toThrow('rotate one of t1, t2');
    rotateToken(state, 't2');
    expect(listTokens(state).map((item) => item.standing)).toEqual(['active', 'revoked', 'active']);
  });

  test('does not bring an expired token back', () => {
    using state = makeState();
    issueToken(state, { ...ORDER, expires: '2026-11-21' }, { nowMs: NOW });
    const nextDay = NOW + 86_400_000;
    expect(() => rotateToken(state, '1', { nowMs: nextDay })).toThrow('no active token');
    expect(listTokens(state, nextDay).map((item) => item.standing)).toEqual(['expired']);
  });
});

describe('changing a plan', () => {
  test('concerns the subscriber, and so all of its tokens', () => {
    using state = makeState();
    issueToken(state, ORDER);
    issueToken(state, ORDER);
    const change = changePlan(state, 't1', 'premium');
    expect(change).toEqual({ subscriberId: 1, email: 'ana@example.com', before: 'basico' });
    expect(listTokens(state).map((item) => item.plan)).toEqual(['premium', 'premium']);
  });

  test('of nobody is refused', () => {
    using state = makeState();
    expect(() => changePlan(state, 'eve@example.com', 'premium')).toThrow(SubscriberError);
  });
});
