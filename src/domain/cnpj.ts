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

/** The check digit that a weighted sum comes to, 0 to 9. */
function checkDigit(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** The two check digits of a text's first twelve characters, capitals and digits, as one number, 0 to 99. */
function computeCheckDigits(text: string): number {
  let first = 0;
  let second = 0;
  let weight = 2;
  for (let index = 11; index >= 0; index--) {
    const value = text.charCodeAt(index) - 48;
    first += value * weight;
    // The second digit counts the first one too, so that every other character has the weight after.
    weight = weight === 9 ? 2 : weight + 1;
    second += value * weight;
  }
  const digit = checkDigit(first);
  return digit * 10 + checkDigit(second + digit * 2);
}

/** The two check digits of a base of twelve capital characters, as text. */
export function checkDigits(base: string): string {
  return String(computeCheckDigits(base)).padStart(2, '0');
}

/** Whether the text is a whole CNPJ in capitals, unpunctuated, with right check digits. */
export function isCnpj(text: string): boolean {
  if (text.length !== 14 || !CNPJ_FORM.test(text)) return false;
  return (text.charCodeAt(12) - 48) * 10 + text.charCodeAt(13) - 48 === computeCheckDigits(text);
}
