/** The body of an answer that may be given again as it is. */
export interface KeptAnswer {
  readonly body: Uint8Array;
  /** When what it tells was brought up to date, in milliseconds since 1970. */
  readonly updatedMs: number;
}

interface Place extends KeptAnswer {
  readonly key: string;
  /** Whether it was asked for since the hand last came by. */
  isWanted: boolean;
}

/** What a kept answer takes beside its body: key, objects and the engine's own. */
const PLACE_BYTES = 640;
/** A body larger than this share of all is not worth what would have to go for it. */
const LARGEST_SHARE = 1 / 64;
/** How many questions are remembered to have been asked once. */
const ASKED = 1 << 16;

/**
 * Bodies of answers that were asked for at least twice lately, within a bound of bytes. It belongs to one open registry
 * and goes with it, so that nothing in it can be out of date. Room is made as by a clock's hand: it passes over what
 * was asked for since it last came by. A question is kept only at the second time: most are asked once, and keeping
 * those too would push out the others and slow every first answer.
 */
export class AnswerCache {
  private readonly places = new Map<string, Place>();
  private readonly ring: Place[] = [];
  private hand = 0;
  private held = 0;
  private readonly asked: Int32Array;

  /** Holds at most so many bytes; none at 0. */
  constructor(private readonly maxBytes: number) {
    this.asked = new Int32Array(maxBytes > 0 ? ASKED : 0);
  }

  /** The bytes that what is kept takes, about. */
  get bytes(): number {
    return this.held;
  }

  /** The answer kept under a key. */
  find(key: string): KeptAnswer | undefined {
    const place = this.places.get(key);
    if (place !== undefined) place.isWanted = true;
    return place;
  }

  /** Keeps a copy of a body under a key that has none yet, if it was offered before. */
  offer(key: string, body: Uint8Array, updatedMs: number): void {
    const size = body.length + PLACE_BYTES;
    if (size > this.maxBytes * LARGEST_SHARE || !this.wasAsked(key)) return;
    while (this.held + size > this.maxBytes) this.makeRoom();
    const place = { key, body: new Uint8Array(body), updatedMs, isWanted: false };
    this.places.set(key, place);
    this.ring.push(place);
    this.held += size;
  }

  /** Whether a key was offered lately; from now on it was. Few others are taken for it. */
  private wasAsked(key: string): boolean {
    const mark = Bun.hash.xxHash32(key) | 0;
    const slot = mark & (ASKED - 1);
    if (this.asked[slot] === mark) return true;
    this.asked[slot] = mark;
    return false;
  }

  /** Lets go of the first answer the hand comes to that was not asked for since it last came by. */
  private makeRoom(): void {
    const { ring } = this;
    for (;;) {
      if (this.hand >= ring.length) this.hand = 0;
      const place = ring[this.hand];
      if (place === undefined) return;
      if (place.isWanted) {
        place.isWanted = false;
        this.hand++;
        continue;
      }
      const last = ring.pop();
      // The newest takes the gap, behind the hand, which comes to it last.
      if (last !== undefined && last !== place) ring[this.hand++] = last;
      this.places.delete(place.key);
      this.held -= place.body.length + PLACE_BYTES;
      return;
    }
  }
}
