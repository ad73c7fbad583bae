import { crc32, deflateRawSync } from 'node:zlib';

/** A file inside a zip; `crc` writes a wrong checksum. */
export interface ZipContents {
  readonly name: string;
  readonly contents: Uint8Array | string;
  readonly crc?: number;
}

const END_OF_DIRECTORY = 0x06054b50;

/** The bytes of a zip with the given files, deflated, as PKWARE's APPNOTE describes it. */
export function writeZip(files: readonly ZipContents[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const contents = Buffer.from(file.contents);
    const packed = deflateRawSync(contents);
    const name = Buffer.from(file.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(file.crc ?? crc32(contents), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(contents.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, place, name]));
    bodies.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listing, end]);
}
