import type { Statement } from 'bun:sqlite';
import { timingSafeEqual } from 'node:crypto';
import { endOfDay } from './calendar.ts';
import type { State } from './database.ts';
import type { Plan } from './tables.ts';
import { hashToken, isTokenForm, TOKEN_LENGTH } from './token.ts';

/** Who bears a token that is in force. */
export type Subscriber = { readonly id: number; readonly plan: Plan; readonly tokenId: number };

/** Why a token lets no one in. */
export type Refusal = 'unknown' | 'revoked' | 'expired';

/** A row of the question below. */
type TokenRow = {
  readonly hash: Uint8Array;
  readonly tokenId: number;
  readonly subscriberId: number;
  readonly plan: Plan;
  readonly expiresOn: string | null;
  readonly revokedAt: number | null;
};

/** What is remembered of a token that the database knows. */
type Entry = {
  readonly hash: Uint8Array;
  readonly answer: Subscriber | 'revoked';
  /** The first instant at which the token is no longer good; infinite when it does not expire. */
  readonly expiresAtMs: number;
};

/** Written by hand because Drizzle doubles the cost of a prepared row; the columns are those of `tables.ts`. */
const FIND_TOKEN = `
  SELECT tokens.hash AS hash, tokens.id AS tokenId, tokens.expires_on AS expiresOn,
    tokens.revoked_at AS revokedAt, subscribers.id AS subscriberId, subscribers.plan AS plan
  FROM tokens JOIN subscribers ON subscribers.id = tokens.subscriber_id
  WHERE tokens.hash = ?`;

/** How many tokens are remembered unless told otherwise: about 15 MB. */
const CAPACITY = 50_000;

/**
 * The subscribers by token, as the running server asks for them with every request. Tokens are remembered by
 * their SHA-256 once the database has named them, and all are forgotten when `refresh` sees that subscribers
 * or tokens have changed, whichever process changed them. What is not remembered is asked of the database, so
 * that a token just issued is good at once.
 */
export class Directory {
  readonly #entries = new Map<number, Entry>();
  readonly #find: Statement<TokenRow, [Uint8Array]>;
  readonly #readRevision: Statement<{ value: number }, []>;
  readonly #capacity: number;
  readonly #now: () => number;
  readonly #hash = new Uint8Array(32);
  readonly #hashView = new DataView(this.#hash.buffer);
  #revision: number;

  constructor(state: State, options: { readonly capacity?: number; readonly now?: () => number } = {}) {
    this.#capacity = options.capacity ?? CAPACITY;
    this.#now = options.now ?? Date.now;
    this.#find = state.sqlite.query<TokenRow, [Uint8Array]>(FIND_TOKEN);
    this.#readRevision = state.sqlite.query<{ value: number }, []>('SELECT value FROM revision');
    this.#revision = this.#readRevision.get()?.value ?? 0;
  }

  /**
   * Who bears a token, or why it lets no one in. The search is by the token's SHA-256, which nobody can steer
   * towards another's, and the whole hash is compared in constant time: how long an answer takes tells nothing
   * about any token. Throws when the database cannot be read.
   */
  findSubscriber(token: string): Subscriber | Refusal {
    if (token.length !== TOKEN_LENGTH) return 'unknown';
    hashToken(token, this.#hash);
    // 48 of the 256 bits, as many as fit a number, choose the entry.
    const key = this.#hashView.getUint32(0) * 0x1_0000 + this.#hashView.getUint16(4);
    const held = this.#entries.get(key);
    const entry =
      held !== undefined && timingSafeEqual(held.hash, this.#hash) ? held : this.#look(token, key);
    if (entry === undefined) return 'unknown';
    if (entry.answer === 'revoked') return 'revoked';
    return this.#now() < entry.expiresAtMs ? entry.answer : 'expired';
  }

  /**
   * Forgets what is remembered if subscribers or tokens have changed since. The server calls it from a timer,
   * at least twice a second; it costs one read of one row. Throws when the database cannot be read.
   */
  refresh(): void {
    const revision = this.#readRevision.get()?.value ?? 0;
    if (revision === this.#revision) return;
    // The revision is read before any entry, so an entry can only be newer than the revision it stands under.
    this.#revision = revision;
    this.#entries.clear();
  }

  /** Asks the database for the token whose hash was just computed, and remembers what it knows. */
  #look(token: string, key: number): Entry | undefined {
    // The checksum keeps typing errors and noise away from the database.
    if (!isTokenForm(token)) return undefined;
    const row = this.#find.get(this.#hash);
    if (row === null || !timingSafeEqual(row.hash, this.#hash)) return undefined;
    const entry: Entry = {
      hash: row.hash,
      answer:
        row.revokedAt === null ? { id: row.subscriberId, plan: row.plan, tokenId: row.tokenId } : 'revoked',
      expiresAtMs: row.expiresOn === null ? Number.POSITIVE_INFINITY : endOfDay(row.expiresOn),
    };
    if (this.#entries.size >= this.#capacity) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    this.#entries.set(key, entry);
    return entry;
  }
}
