import { cpus, platform, release, totalmem } from 'node:os';

/** What many measurements come to. */

/** The value below which a share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The value in the middle, or the mean of the two that are; NaN where there is none. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
}

/** Each value as so many times another's of the same place. */
export function ratiosOf(values: readonly number[], others: readonly number[]): number[] {
  return values.map((value, place) => value / (others[place] ?? Number.NaN));
}

/** A number with so many digits before which it is cut, thousands apart. */
export function formatNumber(value: number, digits = 0): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The median of the values, and between which they lie. */
export function formatSpread(values: readonly number[], digits = 0): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const middle = formatNumber(median(values), digits);
  return `${middle} (${formatNumber(least, digits)}–${formatNumber(most, digits)})`;
}

/** What the figures were measured on. */
export function describeMachine(): string {
  const [processor] = cpus();
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${processor?.model ?? 'unknown processor'}, ${memoryGb} GB, ${platform()} ${release()}, Bun ${Bun.version}`;
}

/** A table in Markdown; all columns but the first are numbers, so they are aligned to the right. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('');
}
