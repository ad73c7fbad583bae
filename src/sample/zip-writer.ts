import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const compress = promisify<Buffer, object, Buffer>(deflateRaw);

const LOCAL_HEADER_SIZE = 30;
/** Room for a ZIP64 field of two sizes, kept in every local header because a member's size is known only at its end. */
const LOCAL_EXTRA_SIZE = 20;
const ZIP64_FIELD = 0x0001;
/** The field with which zipalign fills room it does not need: readers skip it. */
const PADDING_FIELD = 0xd935;
const MAX_32 = 0xffffffff;
const VERSION_ZIP64 = 45;
const METHOD_DEFLATE = 8;
const MADE_ON_UNIX = 3 << 8;
const FILE_MODE = 0o100644;
/** An empty last block: it ends the deflate stream that the blocks before it left open. */
const STREAM_END = Buffer.from([0x03, 0x00]);
/** Level 2 packs a third tighter than level 1 and is still faster than the rows are made. */
const COMPRESSION = { level: 2, finishFlush: constants.Z_SYNC_FLUSH };

interface Member {
  readonly name: Buffer;
  readonly offset: number;
  size: number;
  packedSize: number;
  crc: number;
}

interface ZipSettings {
  /** The size from which ZIP64 fields are written: 4 GiB less one byte, less in tests. */
  readonly zip64From?: number;
}

/**
 * Writes a zip file member by member from blocks of bytes, in bounded memory and with ZIP64 where a size needs it.
 *
 * It is written here because the same seed must give the same bytes, and because of the two cores: every block is
 * deflated by itself in zlib's threads, ended by a sync flush, so that the blocks joined in their order are one valid
 * stream whatever order they were finished in.
 */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #time: number;
  readonly #zip64From: number;
  readonly #members: Member[] = [];
  #current: Member | undefined;
  #offset = 0;
  #tail: Promise<void> = Promise.resolve();

  /** A zip in an empty file that is open for writing; every member bears the one time of modification (UTC). */
  constructor(file: FileHandle, modified: Date, settings: ZipSettings = {}) {
    this.#file = file;
    this.#time = dosTime(modified);
    this.#zip64From = settings.zip64From ?? MAX_32;
  }

  /** Ends the member before, if any, and starts the next one. */
  async startMember(name: string): Promise<void> {
    await this.#endMember();
    const member = { name: Buffer.from(name, 'ascii'), offset: this.#offset, size: 0, packedSize: 0, crc: 0 };
    this.#offset += LOCAL_HEADER_SIZE + member.name.length + LOCAL_EXTRA_SIZE;
    this.#members.push(member);
    this.#current = member;
  }

  /** Adds bytes to the current member; resolves when they are written and the block may be used again. */
  append(block: Buffer): Promise<void> {
    const member = this.#current;
    if (!member) return Promise.reject(new Error('No member was started in this zip.'));
    member.size += block.length;
    member.crc = crc32(block, member.crc);
    this.#tail = Promise.all([this.#tail, compress(block, COMPRESSION)]).then(([, packed]) =>
      this.#writePacked(member, packed),
    );
    return this.#tail;
  }

  /** Ends the last member, writes the directory and closes the file. */
  async close(): Promise<void> {
    await this.#endMember();
    const start = this.#offset;
    for (const member of this.#members) await this.#write(this.#directoryEntry(member));
    const size = this.#offset - start;
    await this.#write(this.#directoryEnd(start, size));
    await this.#file.close();
  }

  /** Closes the file as it is, unusable as a zip, after a failure elsewhere. */
  async abandon(): Promise<void> {
    await this.#tail.catch(() => undefined);
    await this.#file.close();
  }

  async #endMember(): Promise<void> {
    const member = this.#current;
    if (!member) return;
    this.#current = undefined;
    await this.#tail;
    await this.#writePacked(member, STREAM_END);
    await writeAll(this.#file, this.#localHeader(member), member.offset);
  }

  async #writePacked(member: Member, packed: Buffer): Promise<void> {
    member.packedSize += packed.length;
    await this.#write(packed);
  }

  async #write(bytes: Buffer): Promise<void> {
    const position = this.#offset;
    this.#offset += bytes.length;
    await writeAll(this.#file, bytes, position);
  }

  /** What both kinds of header say alike, from "version needed" to the length of the extra fields. */
  #writeFacts(header: Buffer, at: number, member: Member, isBig: boolean, extraLength: number): void {
    header.writeUInt16LE(isBig ? VERSION_ZIP64 : 20, at);
    header.writeUInt16LE(METHOD_DEFLATE, at + 4);
    header.writeUInt32LE(this.#time, at + 6);
    header.writeUInt32LE(member.crc, at + 10);
    header.writeUInt32LE(isBig ? MAX_32 : member.packedSize, at + 14);
    header.writeUInt32LE(isBig ? MAX_32 : member.size, at + 18);
    header.writeUInt16LE(member.name.length, at + 22);
    header.writeUInt16LE(extraLength, at + 24);
  }

  #isBig(member: Member): boolean {
    return Math.max(member.size, member.packedSize, member.offset) >= this.#zip64From;
  }

  #localHeader(member: Member): Buffer {
    const isBig = this.#isBig(member);
    const header = Buffer.alloc(LOCAL_HEADER_SIZE + member.name.length + LOCAL_EXTRA_SIZE);
    header.writeUInt32LE(0x04034b50, 0);
    this.#writeFacts(header, 4, member, isBig, LOCAL_EXTRA_SIZE);
    member.name.copy(header, LOCAL_HEADER_SIZE);
    const at = LOCAL_HEADER_SIZE + member.name.length;
    header.writeUInt16LE(isBig ? ZIP64_FIELD : PADDING_FIELD, at);
    header.writeUInt16LE(LOCAL_EXTRA_SIZE - 4, at + 2);
    if (isBig) writeSizes(header, at + 4, [member.size, member.packedSize]);
    return header;
  }

  #directoryEntry(member: Member): Buffer {
    const isBig = this.#isBig(member);
    const extraLength = isBig ? 28 : 0;
    const entry = Buffer.alloc(46 + member.name.length + extraLength);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 4);
    this.#writeFacts(entry, 6, member, isBig, extraLength);
    entry.writeUInt32LE((FILE_MODE << 16) >>> 0, 38);
    entry.writeUInt32LE(isBig ? MAX_32 : member.offset, 42);
    member.name.copy(entry, 46);
    if (isBig) {
      const at = 46 + member.name.length;
      entry.writeUInt16LE(ZIP64_FIELD, at);
      entry.writeUInt16LE(24, at + 2);
      writeSizes(entry, at + 4, [member.size, member.packedSize, member.offset]);
    }
    return entry;
  }

  #directoryEnd(start: number, size: number): Buffer {
    const isBig = start >= this.#zip64From;
    const count = this.#members.length;
    const long = Buffer.alloc(isBig ? 76 : 0);
    if (isBig) {
      long.writeUInt32LE(0x06064b50, 0);
      writeSizes(long, 4, [44]);
      long.writeUInt16LE(MADE_ON_UNIX | VERSION_ZIP64, 12);
      long.writeUInt16LE(VERSION_ZIP64, 14);
      writeSizes(long, 24, [count, count, size, start]);
      long.writeUInt32LE(0x07064b50, 56);
      writeSizes(long, 64, [start + size]);
      long.writeUInt32LE(1, 72);
    }
    const short = Buffer.alloc(22);
    short.writeUInt32LE(0x06054b50, 0);
    short.writeUInt16LE(count, 8);
    short.writeUInt16LE(count, 10);
    short.writeUInt32LE(size, 12);
    short.writeUInt32LE(isBig ? MAX_32 : start, 16);
    return Buffer.concat([long, short]);
  }
}

function writeSizes(target: Buffer, at: number, sizes: readonly number[]): void {
  sizes.forEach((size, index) => {
    target.writeBigUInt64LE(BigInt(size), at + index * 8);
  });
}

/** The date and time of MS-DOS in one number: the date in the high half, in steps of two seconds. */
function dosTime(moment: Date): number {
  const date =
    ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >>> 1);
  return ((date << 16) | time) >>> 0;
}

/** Writes all the bytes at a position, however many calls the system needs for them. */
async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
