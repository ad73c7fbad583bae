/** `0` to `9`: each of the three large kinds is published in ten parts. */
const PARTS = Array.from({ length: 10 }, (_, part) => part);

/** The 31 zips that every month must have: ten parts of each large kind, and Simples. */
export const PART_ZIPS: readonly string[] = [
  ...['Empresas', 'Estabelecimentos', 'Socios'].flatMap((kind) => PARTS.map((part) => `${kind}${part}.zip`)),
  'Simples.zip',
];

/** The six zips of code tables: one has been missing in some months, and an earlier month's serves as well. */
export const TABLE_ZIPS: readonly string[] = [
  'Cnaes.zip',
  'Motivos.zip',
  'Municipios.zip',
  'Naturezas.zip',
  'Paises.zip',
  'Qualificacoes.zip',
];

/** The 37 zips of a month, by the names under which the Receita publishes them. */
export const MONTH_ZIPS: readonly string[] = [...PART_ZIPS, ...TABLE_ZIPS];

/** Whether the text is the name of a month's folder, `YYYY-MM`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);
}

/** The names out of the given ones that no published file has, or that one has without a byte in it. */
export function findMissing(
  names: readonly string[],
  published: readonly { readonly name: string; readonly size: number | undefined }[],
): string[] {
  const whole = new Set(published.flatMap((file) => ((file.size ?? 0) > 0 ? [file.name] : [])));
  return names.filter((name) => !whole.has(name));
}
