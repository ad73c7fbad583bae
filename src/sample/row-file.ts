import type { FileHandle } from 'node:fs/promises';

const BLOCK_BYTES = 256 * 1024;
/** Blocks on their way to the disk at once: it bounds the memory, and keeps both cores busy. */
const MAX_PENDING_BLOCKS = 24;

/** Where a file's bytes go, block by block and in order. */
export interface BlockSink {
  /** Takes a block; resolves when the block is written and may be used again. */
  append(block: Buffer): Promise<void>;
  /** Completes the file. */
  close(): Promise<void>;
  /** Lets go of the file as it is. */
  abandon(): Promise<void>;
}

/** The blocks that are being compressed and written, for all files together; the first failure is kept and thrown. */
export class Backlog {
  readonly #free: Buffer[] = [];
  readonly #pending = new Set<Promise<void>>();
  #failure: unknown;

  /** An unused block, its content arbitrary. */
  takeBlock(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  }

  /** Sends the first bytes of a block to its file and takes the block back afterwards. */
  send(sink: BlockSink, block: Buffer, length: number): void {
    const task: Promise<void> = sink
      .append(block.subarray(0, length))
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .then(() => {
        this.#pending.delete(task);
        this.#free.push(block);
      });
    this.#pending.add(task);
  }

  /** Whether the writer should wait before it makes more rows. */
  get isFull(): boolean {
    return this.#pending.size > MAX_PENDING_BLOCKS;
  }

  /** Waits until at most half of the bound is pending. Throws what a block's writing threw. */
  async ease(): Promise<void> {
    while (this.#pending.size > MAX_PENDING_BLOCKS / 2) await Promise.race(this.#pending);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Waits until everything is written. Throws what a block's writing threw. */
  async drain(): Promise<void> {
    await Promise.all(this.#pending);
    if (this.#failure !== undefined) throw this.#failure;
  }
}

/** A file of text rows in latin-1, gathered into blocks. */
export class RowFile {
  readonly #sink: BlockSink;
  readonly #backlog: Backlog;
  #block: Buffer;
  #length = 0;

  constructor(sink: BlockSink, backlog: Backlog) {
    this.#sink = sink;
    this.#backlog = backlog;
    this.#block = backlog.takeBlock();
  }

  /** Adds text whose letters are all latin-1, which is one byte each; a row is far smaller than a block. */
  write(text: string): void {
    if (this.#length + text.length > BLOCK_BYTES) this.flush();
    this.#length += this.#block.write(text, this.#length, 'latin1');
  }

  /** Sends what is gathered on its way. */
  flush(): void {
    if (this.#length === 0) return;
    this.#backlog.send(this.#sink, this.#block, this.#length);
    this.#block = this.#backlog.takeBlock();
    this.#length = 0;
  }

  /** Sends the last rows and completes the file. */
  async close(): Promise<void> {
    this.flush();
    await this.#backlog.drain();
    await this.#sink.close();
  }

  /** Lets go of the file as it is. */
  abandon(): Promise<void> {
    return this.#sink.abandon();
  }
}

/** A file that is written as it is, without compression. */
export class PlainSink implements BlockSink {
  readonly #file: FileHandle;
  #tail: Promise<void> = Promise.resolve();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  append(block: Buffer): Promise<void> {
    this.#tail = this.#tail.then(() => this.#file.appendFile(block));
    return this.#tail;
  }

  async close(): Promise<void> {
    await this.#tail;
    await this.#file.close();
  }

  async abandon(): Promise<void> {
    await this.#tail.catch(() => undefined);
    await this.#file.close();
  }
}
