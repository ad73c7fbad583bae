import type { SizeId } from '../domain/size.ts';
import { foldText } from '../domain/text.ts';

/** Which of the two forms of the answers is served: the specification's, or what the hosted service really sends. */
export type WireProfile = 'spec' | 'hosted';

/** What a size is called. */
export const SIZE_LABELS: Readonly<Record<SizeId, string>> = {
  '01': 'Não informado',
  '02': 'Micro Empresa',
  '03': 'Empresa de Pequeno Porte',
  '05': 'Demais',
};

/** What a registration status is called, by the Receita's code. */
export const STATUS_LABELS: Readonly<Record<string, string>> = {
  '01': 'Nula',
  '02': 'Ativa',
  '03': 'Suspensa',
  '04': 'Inapta',
  '08': 'Baixada',
};

/** The Portuguese names, the specification's English ones, and the codes, by their folded text. */
const STATUS_CODES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(STATUS_LABELS).flatMap(([statusCode, label]): [string, string][] => [
    [foldText(label), statusCode],
    [statusCode, statusCode],
    [statusCode.slice(1), statusCode],
  ]),
  ['NULL', '01'],
  ['ACTIVE', '02'],
  ['SUSPENDED', '03'],
  ['INACTIVE', '04'],
  ['CLOSED', '08'],
]);

/** The code of a status by its name in Portuguese or English, in any case, or by the code; undefined for none. */
export function findStatusCode(text: string): string | undefined {
  return STATUS_CODES.get(foldText(text.trim()));
}

/** Head office and branch, by the Receita's code. */
export const BRANCH_LABELS: Readonly<Record<string, string>> = { '1': 'Matriz', '2': 'Filial' };

/** Kinds of partner, by the Receita's code. */
export const PARTNER_LABELS: Readonly<Record<string, string>> = {
  '1': 'Pessoa Jurídica',
  '2': 'Pessoa Física',
  '3': 'Estrangeiro',
};

/** Age brackets, by the Receita's code. */
export const AGE_LABELS: Readonly<Record<string, string>> = {
  '0': 'Não se aplica',
  '1': '0 a 12 anos',
  '2': '13 a 20 anos',
  '3': '21 a 30 anos',
  '4': '31 a 40 anos',
  '5': '41 a 50 anos',
  '6': '51 a 60 anos',
  '7': '61 a 70 anos',
  '8': '71 a 80 anos',
  '9': 'Maior de 80 anos',
};

/** An option of Simples or MEI. */
export const OPTION_LABELS: Readonly<Record<string, string>> = { S: 'Sim', N: 'Não' };
