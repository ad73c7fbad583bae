import type { SizeId } from '../domain/size.ts';
import type { StatusCode } from '../domain/status.ts';

/** The words by which a public lookup calls what the registry keeps as codes. A test holds them to the answers' own. */

/** Registration statuses. */
export const STATUS_WORDS: ReadonlyMap<string, StatusCode> = new Map([
  ['Nula', '01'],
  ['Ativa', '02'],
  ['Suspensa', '03'],
  ['Inapta', '04'],
  ['Baixada', '08'],
]);

/** Sizes: the word decides, since `01` means one size in the specification's profile and another in the hosted one. */
export const SIZE_WORDS: ReadonlyMap<string, SizeId> = new Map([
  ['Não informado', '01'],
  ['Micro Empresa', '02'],
  ['Empresa de Pequeno Porte', '03'],
  ['Demais', '05'],
]);

/** Head office and branch. */
export const BRANCH_WORDS: ReadonlyMap<string, string> = new Map([
  ['Matriz', '1'],
  ['Filial', '2'],
]);

/** Kinds of partner. */
export const PARTNER_WORDS: ReadonlyMap<string, string> = new Map([
  ['Pessoa Jurídica', '1'],
  ['Pessoa Física', '2'],
  ['Estrangeiro', '3'],
]);

/** Age brackets. */
export const AGE_WORDS: ReadonlyMap<string, string> = new Map([
  ['Não se aplica', '0'],
  ['0 a 12 anos', '1'],
  ['13 a 20 anos', '2'],
  ['21 a 30 anos', '3'],
  ['31 a 40 anos', '4'],
  ['41 a 50 anos', '5'],
  ['51 a 60 anos', '6'],
  ['61 a 70 anos', '7'],
  ['71 a 80 anos', '8'],
  ['Maior de 80 anos', '9'],
]);

/** An option of Simples or MEI. */
export const OPTION_WORDS: ReadonlyMap<string, string> = new Map([
  ['Sim', 'S'],
  ['Não', 'N'],
]);
