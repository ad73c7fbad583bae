import { DIGITS, ROOT_LENGTH, type Spill } from './spill.ts';

/** A range of roots by their beginnings: from the first, inclusive, to the next, exclusive (undefined: no end). */
export interface RootRange {
  readonly from: string;
  readonly to: string | undefined;
}

/**
 * Cuts all roots in ranges of about `targetBytes` of spilled rows each, in order, at the edges of nodes.
 * A node that was split lends its bytes to its children in equal parts.
 */
export function planRanges(spills: readonly Spill[], targetBytes: number): RootRange[] {
  const split = new Set(
    spills.flatMap((spill) => spill.nodes.filter((node) => node.split).map((node) => node.path)),
  );
  const leaves = new Map<string, number>();
  const spread = (path: string, bytes: number): void => {
    if (!split.has(path)) {
      leaves.set(path, (leaves.get(path) ?? 0) + bytes);
      return;
    }
    for (const digit of DIGITS) spread(path + digit, bytes / DIGITS.length);
  };
  for (const spill of spills) for (const node of spill.nodes) spread(node.path, node.bytes);
  const edges: string[] = [];
  let filled = Number.POSITIVE_INFINITY;
  for (const path of [...leaves.keys()].sort()) {
    const bytes = leaves.get(path) ?? 0;
    if (filled + bytes > targetBytes) {
      edges.push(path);
      filled = 0;
    }
    filled += bytes;
  }
  return edges.map((from, index) => ({ from, to: edges[index + 1] }));
}

/** Whether a node, by its path, may hold roots of a range. */
export function overlaps(path: string, range: RootRange): boolean {
  const first = path.padEnd(ROOT_LENGTH, '0');
  const last = path.padEnd(ROOT_LENGTH, 'Z');
  return last >= range.from && (range.to === undefined || first < range.to.padEnd(ROOT_LENGTH, '0'));
}
