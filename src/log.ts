import pino from 'pino';

/** The program's log: events through pino, and the one line a request, which is written ready-made. */
export interface Log {
  readonly events: pino.Logger;
  /** Writes a line that is already JSON, its newline included; undefined where the level silences it. */
  readonly writeLine: ((line: string) => void) | undefined;
  /** Writes out what is buffered, as long as that takes no longer than a moment, and lets the descriptor go. */
  close(): Promise<void>;
}

/** Names under which a secret might come; pino writes none of them. */
const SECRETS = ['token', 'authorization', 'x_api_token', 'password', 'headers', 'query', 'url'];

/** Lines are written in pieces of this size, and at least so often. */
const BUFFER_BYTES = 64 * 1024;
const WRITE_BYTES = 1 << 20;
const FLUSH_MS = 200;
const CLOSE_WITHIN_MS = 1000;
/** What a reader that does not read may make us keep; what comes after is dropped. */
const MAX_BUFFER_BYTES = 16 << 20;

/** A log to a file descriptor: standard output in the service. */
export function createLog(level: string, descriptor = 1): Log {
  const destination = pino.destination({
    dest: descriptor,
    sync: false,
    minLength: BUFFER_BYTES,
    maxWrite: WRITE_BYTES,
    maxLength: MAX_BUFFER_BYTES,
    periodicFlush: FLUSH_MS,
  });
  const events = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '…' },
    },
    destination,
  );
  const lines = new LineBuffer((text) => void destination.write(text));
  return {
    events,
    writeLine: events.isLevelEnabled('info') ? (line) => lines.add(line) : undefined,
    async close() {
      lines.flush();
      // A reader that does not read must not keep the process from ending.
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, CLOSE_WITHIN_MS);
      const written = Promise.withResolvers<void>();
      destination.once('close', written.resolve);
      destination.end();
      await Promise.race([written.promise, late.promise]);
      clearTimeout(timer);
    },
  };
}

/** Gathers lines until they are worth a write: handing over each alone cost a request 2 µs. */
class LineBuffer {
  private pending = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly onTime = () => this.flush();

  constructor(private readonly write: (text: string) => void) {}

  add(line: string): void {
    this.pending += line;
    if (this.pending.length >= BUFFER_BYTES) this.flush();
    else this.timer ??= setTimeout(this.onTime, FLUSH_MS);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.pending !== '') this.write(this.pending);
    this.pending = '';
  }
}
