import type { State } from './database.ts';
import type { IssuedToken } from './subscribers.ts';
import { createToken } from './token.ts';

/**
 * Does a change and undoes it, and returns what it returned: what would be refused, or could not be written,
 * throws here, before anyone is told about it.
 */
function rehearse<Result>(state: State, change: () => Result): Result {
  state.sqlite.run('BEGIN IMMEDIATE');
  try {
    return change();
  } finally {
    // A fault such as a full disk has undone the transaction already.
    if (state.sqlite.inTransaction) state.sqlite.run('ROLLBACK');
  }
}

/**
 * Hands a new token over before it exists: rehearses the change, delivers the token, and only then makes the
 * change. A delivery that fails has changed nothing, even if the process dies on the way, and no lock is held
 * while a mail server makes us wait. Throws what the change or the delivery throws, and says so if the token
 * was delivered in vain.
 */
export async function handOver(
  state: State,
  change: (token: string) => IssuedToken,
  deliver: (issued: IssuedToken) => Promise<void>,
): Promise<IssuedToken> {
  const token = createToken();
  await deliver(rehearse(state, () => change(token)));
  try {
    return change(token);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The token was delivered but could not be stored, so it is void; repeat this. ${reason}`,
      {
        cause,
      },
    );
  }
}
