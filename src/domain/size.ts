/**
 * Sizes of companies. The specification counts 01 not informed, 02 micro, 03 small, 05 others, where the Receita's files
 * say 00, 01, 03, 05: the codes are translated once, at the import's door, and only the specification's live inside.
 */

/** The sizes of the specification: not informed, micro enterprise, small business, others. */
export const SIZE_IDS = ['01', '02', '03', '05'] as const;

/** A size by the specification's id. */
export type SizeId = (typeof SIZE_IDS)[number];

/** A size by the Receita's own code, which the hosted profile shows. */
export type ReceitaSize = '00' | '01' | '03' | '05';

const RECEITA_OF_SIZE: Readonly<Record<SizeId, ReceitaSize>> = {
  '01': '00',
  '02': '01',
  '03': '03',
  '05': '05',
};

const SIZE_OF_RECEITA: ReadonlyMap<string, SizeId> = new Map(SIZE_IDS.map((id) => [RECEITA_OF_SIZE[id], id]));

const KNOWN_SIZES: ReadonlySet<string> = new Set(SIZE_IDS);

/** Whether the text is a size's id of the specification. */
export function isSizeId(text: string): text is SizeId {
  return KNOWN_SIZES.has(text);
}

/** Whether the text is one of the Receita's codes; the importer counts what is neither that nor blank. */
export function isReceitaSize(text: string): text is ReceitaSize {
  return SIZE_OF_RECEITA.has(text);
}

/** The specification's id for a code of the Receita's files; blank or unknown is "not informed", `01`. */
export function castSize(receitaCode: string): SizeId {
  return SIZE_OF_RECEITA.get(receitaCode) ?? '01';
}

/** The Receita's code for a size, as the hosted profile writes it. */
export function receitaSize(id: SizeId): ReceitaSize {
  return RECEITA_OF_SIZE[id];
}
