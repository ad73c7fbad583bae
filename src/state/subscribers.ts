import { and, asc, eq, gte, isNull, or, type SQL } from 'drizzle-orm';
import { dayAt } from './calendar.ts';
import type { State } from './database.ts';
import { castEmail, castExpiry, castNote, FormError, SubscriberError, type TokenOrder } from './order.ts';
import { type Plan, subscribers, tokens } from './tables.ts';
import { createToken, hashToken } from './token.ts';

/** A token just made: the only place where its text stands. */
export type IssuedToken = {
  readonly token: string;
  readonly tokenId: number;
  readonly subscriberId: number;
  readonly email: string;
  readonly plan: Plan;
  readonly expiresOn: string | undefined;
};

/** Whether a token lets its bearer in. */
export type TokenStanding = 'active' | 'expired' | 'revoked';

/** A token as the operator sees it. */
export type TokenListing = {
  readonly tokenId: number;
  readonly subscriberId: number;
  readonly email: string;
  readonly plan: Plan;
  readonly standing: TokenStanding;
  readonly createdAt: number;
  readonly expiresOn: string | undefined;
  readonly revokedAt: number | undefined;
  readonly note: string | undefined;
};

/** The token to store, and the time it is; both have defaults. */
export type IssueOptions = { readonly token?: string; readonly nowMs?: number };

/** Stores a token for a subscriber and returns its id. */
function insertToken(
  state: State,
  token: string,
  row: { subscriberId: number; expiresOn: string | null; note: string | null; createdAt: number },
): number {
  const values = { ...row, hash: Buffer.from(hashToken(token)) };
  return state.orm.insert(tokens).values(values).returning({ id: tokens.id }).get().id;
}

/** What makes a token active: neither revoked nor past its last day. */
function isActive(nowMs: number): SQL | undefined {
  return and(isNull(tokens.revokedAt), or(isNull(tokens.expiresOn), gte(tokens.expiresOn, dayAt(nowMs))));
}

/** The subscriber with a mail address, made or given the ordered plan where that takes nothing away. */
function admitSubscriber(state: State, email: string, plan: Plan, nowMs: number): number {
  const known = state.orm.select().from(subscribers).where(eq(subscribers.email, email)).get();
  if (known === undefined) {
    const values = { email, plan, createdAt: nowMs };
    return state.orm.insert(subscribers).values(values).returning({ id: subscribers.id }).get().id;
  }
  if (known.plan === plan) return known.id;
  const held = and(eq(tokens.subscriberId, known.id), isActive(nowMs));
  if (state.orm.select({ id: tokens.id }).from(tokens).where(held).get() !== undefined) {
    throw new SubscriberError(
      `${email} (subscriber ${known.id}) has an active token with the plan ${known.plan}, and a plan is the ` +
        `subscriber's. Change it with \`token plan ${known.id} ${plan}\`, or issue a token with ${known.plan}.`,
    );
  }
  state.orm.update(subscribers).set({ plan }).where(eq(subscribers.id, known.id)).run();
  return known.id;
}

/**
 * Issues a token. An address that is a subscriber's already gets one more token for the same subscriber:
 * limits and usage stay its own. Throws FormError for a bad address, day or note, and SubscriberError when
 * the subscriber holds an active token with another plan.
 */
export function issueToken(state: State, order: TokenOrder, options: IssueOptions = {}): IssuedToken {
  const nowMs = options.nowMs ?? Date.now();
  const token = options.token ?? createToken();
  const email = castEmail(order.email);
  const expiresOn = order.expires === undefined ? undefined : castExpiry(order.expires, nowMs);
  const note = castNote(order.note ?? '') || null;
  const store = state.sqlite.transaction((): IssuedToken => {
    const subscriberId = admitSubscriber(state, email, order.plan, nowMs);
    const row = { subscriberId, expiresOn: expiresOn ?? null, note, createdAt: nowMs };
    const tokenId = insertToken(state, token, row);
    return { token, tokenId, subscriberId, email, plan: order.plan, expiresOn };
  });
  return store.immediate();
}

/**
 * What a selector names: a subscriber's number or address stands for all its tokens, `t` and a number for
 * one token. Throws FormError when it has none of these forms.
 */
function readSelector(selector: string): SQL {
  if (/^t\d{1,15}$/.test(selector)) return eq(tokens.id, Number(selector.slice(1)));
  if (/^\d{1,15}$/.test(selector)) return eq(subscribers.id, Number(selector));
  if (selector.includes('@')) return eq(subscribers.email, castEmail(selector));
  throw new FormError(
    `"${selector}" names no one: give a subscriber's number (7), one token (t7) or a mail address.`,
  );
}

/** Tokens with their subscribers, oldest first. */
function selectTokens(state: State, where: SQL | undefined) {
  const joined = state.orm
    .select()
    .from(tokens)
    .innerJoin(subscribers, eq(subscribers.id, tokens.subscriberId));
  return joined.where(where).orderBy(asc(tokens.id)).all();
}

/** The active tokens that a selector names. Throws SubscriberError when there is none. */
function selectActive(state: State, selector: string, nowMs: number) {
  const named = readSelector(selector);
  const found = selectTokens(state, and(named, isActive(nowMs)));
  if (found.length > 0) return found;
  throw new SubscriberError(
    selectTokens(state, named).length === 0
      ? `No subscriber or token is named "${selector}". See \`token list\`.`
      : `"${selector}" has no active token: all are revoked or expired. See \`token list\`.`,
  );
}

/**
 * Ends the active tokens that a selector names, at once, and returns their ids.
 * Throws FormError for a selector without form, SubscriberError when it names no active token.
 */
export function revokeTokens(state: State, selector: string, nowMs = Date.now()): readonly number[] {
  const end = state.sqlite.transaction(() => {
    const ids = selectActive(state, selector, nowMs).map((found) => found.tokens.id);
    for (const id of ids) {
      state.orm.update(tokens).set({ revokedAt: nowMs }).where(eq(tokens.id, id)).run();
    }
    return ids;
  });
  return end.immediate();
}

/**
 * Puts a new token in the place of an active one, which ends at once; subscriber, usage, last day and note
 * stay. Throws as revokeTokens does, and when the selector names several active tokens.
 */
export function rotateToken(state: State, selector: string, options: IssueOptions = {}): IssuedToken {
  const nowMs = options.nowMs ?? Date.now();
  const token = options.token ?? createToken();
  const exchange = state.sqlite.transaction((): IssuedToken => {
    const [old, ...others] = selectActive(state, selector, nowMs);
    if (old === undefined || others.length > 0) {
      const names = [old, ...others].map((found) => `t${found?.tokens.id}`).join(', ');
      throw new SubscriberError(`"${selector}" has several active tokens: rotate one of ${names}.`);
    }
    const { id, subscriberId, expiresOn, note } = old.tokens;
    state.orm.update(tokens).set({ revokedAt: nowMs }).where(eq(tokens.id, id)).run();
    const tokenId = insertToken(state, token, { subscriberId, expiresOn, note, createdAt: nowMs });
    const { email, plan } = old.subscribers;
    return { token, tokenId, subscriberId, email, plan, expiresOn: expiresOn ?? undefined };
  });
  return exchange.immediate();
}

/**
 * Gives a subscriber another plan, effective for all its tokens, and returns it with the plan it had.
 * Throws FormError for a selector without form, SubscriberError when it names no subscriber.
 */
export function changePlan(
  state: State,
  selector: string,
  plan: Plan,
): { readonly subscriberId: number; readonly email: string; readonly before: Plan } {
  const change = state.sqlite.transaction(() => {
    const found = selectTokens(state, readSelector(selector))[0]?.subscribers;
    if (found === undefined) {
      throw new SubscriberError(`No subscriber or token is named "${selector}". See \`token list\`.`);
    }
    state.orm.update(subscribers).set({ plan }).where(eq(subscribers.id, found.id)).run();
    return { subscriberId: found.id, email: found.email, before: found.plan };
  });
  return change.immediate();
}

/** Every token with its subscriber and its standing, oldest first. */
export function listTokens(state: State, nowMs = Date.now()): readonly TokenListing[] {
  const today = dayAt(nowMs);
  return selectTokens(state, undefined).map(({ tokens: token, subscribers: subscriber }) => {
    const expired = token.expiresOn !== null && token.expiresOn < today;
    return {
      tokenId: token.id,
      subscriberId: subscriber.id,
      email: subscriber.email,
      plan: subscriber.plan,
      standing: token.revokedAt !== null ? 'revoked' : expired ? 'expired' : 'active',
      createdAt: token.createdAt,
      expiresOn: token.expiresOn ?? undefined,
      revokedAt: token.revokedAt ?? undefined,
      note: token.note ?? undefined,
    };
  });
}
