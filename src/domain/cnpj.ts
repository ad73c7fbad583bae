/**
 * The CNPJ: twelve characters of `[0-9A-Z]` (a root of eight, an order of four) and two numeric check
 * digits, as IN RFB 2.229/2024 defines it. Numeric CNPJs are the special case without letters.
 */

const CNPJ_FORM = /^[0-9A-Z]{12}[0-9]{2}$/;
const ROOT_FORM = /^[0-9A-Z]{8}$/;

/** Whether the text is a root: eight digits or capital letters. */
export function isRoot(text: string): boolean {
  return ROOT_FORM.test(text);
}

/** The weighted sum of the first `length` characters, reduced to one check digit, 0 to 9. */
function checkDigit(text: string, length: number): number {
  let sum = 0;
  let weight = 2;
  for (let index = length - 1; index >= 0; index--) {
    sum += (text.charCodeAt(index) - 48) * weight;
    weight = weight === 9 ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** The two check digits of a base of twelve capital characters, as text. */
export function checkDigits(base: string): string {
  const first = checkDigit(base, 12);
  const second = checkDigit(base + first, 13);
  return `${first}${second}`;
}

/** Whether the text is a whole CNPJ in capitals, unpunctuated, with right check digits. */
export function isCnpj(text: string): boolean {
  if (text.length !== 14 || !CNPJ_FORM.test(text)) return false;
  const first = checkDigit(text, 12);
  return text.charCodeAt(12) - 48 === first && text.charCodeAt(13) - 48 === checkDigit(text, 13);
}
