import { statSync } from 'node:fs';

/** What a file is known by: another one renamed over it has another. */
function identify(path: string): string | undefined {
  try {
    const { ino, mtimeNs, size } = statSync(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch {
    return undefined;
  }
}

/**
 * The registry that answers, and its replacement when another file has been renamed over it. Queries are synchronous,
 * so between two of them the old one can be closed: no query ever sees two.
 */
export class LiveRegistry<Opened> {
  private opened: Opened | undefined;
  private identity: string | undefined;
  private refused: string | undefined;

  /** `open` and `close` say what an open registry is; `onFault` hears of what went wrong with either. */
  constructor(
    private readonly path: string,
    private readonly open: (path: string) => Opened,
    private readonly close: (opened: Opened) => void,
    private readonly onFault: (cause: unknown) => void,
  ) {}

  /** The open registry, or undefined while there is none. It is taken for one answer, and anew after each wait. */
  get current(): Opened | undefined {
    return this.opened;
  }

  /**
   * Looks whether the file is another, and swaps if so; returns whether it did. A file that cannot be opened is
   * told of once, and the registry before it goes on.
   */
  refresh(): boolean {
    const identity = identify(this.path);
    if (identity === undefined || identity === this.identity || identity === this.refused) return false;
    let next: Opened;
    try {
      next = this.open(this.path);
    } catch (cause) {
      this.refused = identity;
      this.onFault(cause);
      return false;
    }
    const previous = this.opened;
    this.opened = next;
    this.identity = identity;
    this.letGo(previous);
    return true;
  }

  /** Closes the registry for good. */
  stop(): void {
    const previous = this.opened;
    this.opened = undefined;
    this.identity = undefined;
    this.letGo(previous);
  }

  private letGo(previous: Opened | undefined): void {
    try {
      if (previous !== undefined) this.close(previous);
    } catch (cause) {
      this.onFault(cause);
    }
  }
}
