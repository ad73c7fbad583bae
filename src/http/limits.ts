/** How much is allowed in how long. */
export interface Window {
  /** How many were counted since it opened. */
  count: number;
  /** When it ends, in milliseconds since 1970. */
  endsAtMs: number;
}

const MINUTE_MS = 60_000;
/** More keys than these are not remembered: the oldest windows, which end first, make room. */
const MAX_KEYS = 131_072;

/**
 * Counts by key in windows of a minute that open with a key's first event. All windows are equally long, so the map's
 * order of insertion is the order in which they end, and what has ended is found at its front.
 */
export class MinuteWindows<Key> {
  private readonly windows = new Map<Key, Window>();

  /** How many keys are remembered. */
  get size(): number {
    return this.windows.size;
  }

  /** Counts one more event of a key and returns its window. */
  count(key: Key, nowMs: number): Window {
    const open = this.windows.get(key);
    if (open !== undefined && open.endsAtMs > nowMs) {
      open.count++;
      return open;
    }
    this.windows.delete(key);
    this.sweep(nowMs);
    const window = { count: 1, endsAtMs: nowMs + MINUTE_MS };
    this.windows.set(key, window);
    return window;
  }

  /** The window of a key, if one is open. */
  find(key: Key, nowMs: number): Window | undefined {
    if (this.windows.size === 0) return undefined;
    const open = this.windows.get(key);
    return open !== undefined && open.endsAtMs > nowMs ? open : undefined;
  }

  private sweep(nowMs: number): void {
    for (const [key, window] of this.windows) {
      if (window.endsAtMs > nowMs && this.windows.size < MAX_KEYS) return;
      this.windows.delete(key);
    }
  }
}

/** The counters of the service: strangers by address, subscribers by number, failures by address. */
export class Limits {
  readonly addresses = new MinuteWindows<string>();
  readonly subscribers = new MinuteWindows<number>();
  readonly failures = new MinuteWindows<string>();

  /** `now` tells the milliseconds since 1970. */
  constructor(readonly now: () => number = Date.now) {}
}
