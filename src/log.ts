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
/** A character of a text's 16 bits takes at most so many in UTF-8. */
const MAX_CHARACTER_BYTES = 3;
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
    maxWrite: WRITE_BYTES,
    maxLength: MAX_BUFFER_BYTES,
    contentMode: 'buffer',
  });
  // In this mode it takes bytes, which its types do not say.
  const sink = destination as unknown as { write(bytes: Buffer): boolean };
  let isTold = false;
  destination.on('error', (cause: NodeJS.ErrnoException) => {
    // Whoever read the log and has gone need not be told; anything else is told once, not with every piece.
    if (isTold || cause.code === 'EPIPE') return;
    isTold = true;
    process.stderr.write(`The log cannot be written: ${cause.message}\n`);
  });
  const lines = new LineBuffer((bytes) => void sink.write(bytes));
  const events = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeCause },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '…' },
    },
    { write: (line) => lines.add(line) },
  );
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
      destination.destroy();
    },
  };
}

/** A query within a text: a token may be in it, and in what a failure says of an address. */
const QUERY = /\?[^\s"'`]*/g;

/** What the log tells of a cause: where it was, and what it says without any query. */
function describeCause(cause: unknown): object {
  if (!(cause instanceof Error)) return { message: String(cause).replace(QUERY, '?…') };
  const { name, message, stack = '', cause: deeper } = cause;
  return {
    ...{ type: name, message: message.replace(QUERY, '?…'), stack: stack.replace(QUERY, '?…') },
    ...(deeper === undefined ? {} : { cause: describeCause(deeper) }),
  };
}

/**
 * Gathers lines as bytes until they are worth a write: handing over each alone cost a request 2 µs, and handing over
 * text that is turned into bytes behind it as much again.
 */
class LineBuffer {
  private readonly bytes = Buffer.allocUnsafe(BUFFER_BYTES);
  private length = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly onTime = () => this.flush();

  constructor(private readonly write: (bytes: Buffer) => void) {}

  add(line: string): void {
    const most = line.length * MAX_CHARACTER_BYTES;
    if (this.length + most > BUFFER_BYTES) this.flush();
    if (most > BUFFER_BYTES) {
      this.write(Buffer.from(line));
      return;
    }
    this.length += this.bytes.write(line, this.length);
    this.timer ??= setTimeout(this.onTime, FLUSH_MS);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.length === 0) return;
    // A copy lives as long as its writing takes; a buffer handed over would have lived since the last.
    this.write(Buffer.from(this.bytes.subarray(0, this.length)));
    this.length = 0;
  }
}
