import { checkDigits, isCnpj, isRoot } from '../domain/cnpj.ts';
import { Refusal } from './error.ts';

const FORM = /^[0-9A-Z]{12}[0-9]{2}$/;
const PUNCTUATION = /[./-]/;
/** No more of what was sent is ever repeated in an answer. */
const QUOTED_LENGTH = 40;

/** What is wrong with a text that should be a CNPJ, in Portuguese, or undefined for a right one in capitals. */
export function problemOfCnpj(text: string): string | undefined {
  if (isCnpj(text)) return undefined;
  if (PUNCTUATION.test(text)) return 'deve ser enviado sem pontos, barra ou hífen';
  if (!FORM.test(text)) return 'deve ter 14 caracteres: 12 letras ou dígitos e 2 dígitos verificadores';
  return `tem dígitos verificadores inválidos (o correto seria ${checkDigits(text.slice(0, 12))})`;
}

/** The CNPJ of a path, in capitals. Throws a 400 that says what is wrong with it. */
export function parseCnpjParameter(text: string): string {
  const cnpj = text.toUpperCase();
  const problem = problemOfCnpj(cnpj);
  if (problem === undefined) return cnpj;
  throw new Refusal(400, `O CNPJ informado é inválido: ${problem}.`, [`cnpj: ${problem}`]);
}

/** The root of a path, in capitals. Throws a 400 that says what is wrong with it. */
export function parseRootParameter(text: string): string {
  const root = text.toUpperCase();
  if (isRoot(root)) return root;
  const problem = 'deve ter 8 letras ou dígitos, sem pontuação';
  throw new Refusal(400, `A raiz de CNPJ informada é inválida: ${problem}.`, [`cnpj_raiz: ${problem}`]);
}

/** A text of the client's, cut so that it can stand in an answer. */
export function quoted(text: string): string {
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
}
