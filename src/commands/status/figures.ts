/** A moment as people read it, to the minute: `2026-11-21 06:40 UTC`. */
export function showMoment(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes as people read it: `7.9 GB`. */
export function showBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const number = bytes / 1000 ** power;
  return `${number.toFixed(power === 0 || number >= 100 ? 0 : 1)} ${UNITS[power]}`;
}
