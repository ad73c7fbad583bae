import { basename } from 'node:path';
import { ImportFailure } from '../failure.ts';
import { listMembers, readMember } from '../zip.ts';

/**
 * Reads a zip from end to end, each member's length and CRC-32 being checked, in bounded memory.
 * Returns the members' names. Throws ImportFailure when it is broken or empty, the reason of `signal` when aborted.
 */
export async function verifyZip(path: string, signal?: AbortSignal): Promise<string[]> {
  const members = await listMembers(path);
  if (members.length === 0)
    throw new ImportFailure(`${basename(path)} is a zip without a file in it: ${path}`);
  for (const member of members) {
    let length = 0;
    await readMember(member, (chunk) => {
      signal?.throwIfAborted();
      length += chunk.length;
      // Without this, a few forged bytes could keep the processor busy for hours.
      if (length > member.bytes) throw new ImportFailure(`${member.name} in ${path} is longer than declared`);
    });
  }
  return members.map((member) => member.name);
}
