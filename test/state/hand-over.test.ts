import { describe, expect, test } from 'bun:test';
import { openState } from '../../src/state/database.ts';
import { handOver } from '../../src/state/hand-over.ts';
import { issueToken, listTokens, rotateToken } from '../../src/state/subscribers.ts';
import { makeState } from './scratch.ts';

const ORDER = { email: 'ana@example.com', plan: 'basico' } as const;

describe('handing a token over', () => {
  test('makes it after its delivery, and as it was delivered', async () => {
    using state = makeState();
    let delivered = '';
    const issued = await handOver(
      state,
      (token) => issueToken(state, ORDER, { token }),
      async (offered) => {
        delivered = offered.token;
        expect(listTokens(state)).toEqual([]);
      },
    );
    expect(issued.token).toBe(delivered);
    expect(listTokens(state)).toHaveLength(1);
  });

  test('that fails leaves neither token nor subscriber', async () => {
    using state = makeState();
    const attempt = handOver(
      state,
      (token) => issueToken(state, ORDER, { token }),
      () => Promise.reject(new Error('the mail server is down')),
    );
    await expect(attempt).rejects.toThrow('the mail server is down');
    expect(state.sqlite.query('SELECT 1 FROM tokens UNION ALL SELECT 1 FROM subscribers').values()).toEqual(
      [],
    );
  });

  test('that fails leaves the old token of a rotation in force', async () => {
    using state = makeState();
    issueToken(state, ORDER);
    const attempt = handOver(
      state,
      (token) => rotateToken(state, '1', { token }),
      () => Promise.reject(new Error('the mail server is down')),
    );
    await attempt.catch(() => undefined);
    expect(listTokens(state).map((item) => item.standing)).toEqual(['active']);
  });

  test('delivers nothing when the change would be refused', async () => {
    using state = makeState();
    let deliveries = 0;
    const attempt = handOver(
      state,
      (token) => rotateToken(state, '1', { token }),
      async () => {
        deliveries += 1;
      },
    );
    await expect(attempt).rejects.toThrow('No subscriber or token');
    expect(deliveries).toBe(0);
    expect(state.sqlite.inTransaction).toBeFalse();
  });

  test('holds no lock while a mail server makes it wait', async () => {
    using state = makeState();
    await handOver(
      state,
      (token) => issueToken(state, ORDER, { token }),
      async () => {
        const other = openState(state.folder);
        issueToken(other, { ...ORDER, email: 'bia@example.com' });
        other.close();
      },
    );
    expect(listTokens(state).map((item) => item.email)).toEqual(['bia@example.com', 'ana@example.com']);
  });

  test('in vain says that the delivered token is void', async () => {
    using state = makeState();
    issueToken(state, ORDER);
    const attempt = handOver(
      state,
      (token) => rotateToken(state, 't1', { token }),
      async () => {
        rotateToken(state, 't1');
      },
    );
    await expect(attempt).rejects.toThrow('delivered but could not be stored, so it is void');
    expect(listTokens(state).map((item) => item.standing)).toEqual(['revoked', 'active']);
  });
});
