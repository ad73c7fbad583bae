import { basename } from 'node:path';
import type { Member } from './zip.ts';

/** The kinds that the Receita publishes in parts, each with the name of its zips. */
const PARTED = { companies: 'Empresas', establishments: 'Estabelecimentos', partners: 'Socios' } as const;

/** Which part a file is, by the name of its zip, or else by its own, as in `K3241.K03200Y7.D60808.EMPRECSV`. */
function partOf({ name, path }: Member): number | undefined {
  const part =
    /^(?:empresas|estabelecimentos|socios)(\d{1,2})\b/i.exec(basename(path)) ??
    /Y(\d{1,2})\.D\d/i.exec(basename(name));
  return part === null ? undefined : Number(part[1]);
}

/**
 * The parts that are not there, of kinds whose parts are all numbered: the numbers begin at 0, have no gaps, and end at
 * the same for each kind. A registry without one would be served as if it were whole.
 */
export function listMissingParts(
  found: readonly { readonly kind: string; readonly member: Member }[],
): string[] {
  const parts = Object.entries(PARTED).map(([kind, name]) => ({
    name,
    numbers: found.filter((file) => file.kind === kind).map(({ member }) => partOf(member)),
  }));
  const numbered = parts.filter(({ numbers }) => !numbers.includes(undefined));
  const last = Math.max(...numbered.flatMap(({ numbers }) => numbers.map((number) => number ?? 0)));
  return numbered.flatMap(({ name, numbers }) => {
    if (numbers.length === 0) return [];
    const all = Array.from({ length: last + 1 }, (_, number) => number);
    return all.filter((number) => !numbers.includes(number)).map((number) => `${name}${number}.zip`);
  });
}
