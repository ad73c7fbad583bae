/**
 * Share capital as exact text: it never passes through a float, which would lose cents from 90 trillion on.
 */

/** What nearly every row carries: digits without a leading zero, a comma, two decimals. */
const PLAIN_FORM = /^(?:0|[1-9][0-9]*),[0-9]{2}$/;

/** Anything else that is a number: a sign, dots between groups of three, any decimals. */
const LOOSE_FORM = /^(-?)([0-9]+|[0-9]{1,3}(?:\.[0-9]{3})+)(?:,([0-9]+))?$/;

/**
 * A sum in the Receita's writing (`1000,00`, `1.000,5`, `-20,00`) as text with a point and two decimals, or undefined
 * when it is blank or no number. Dots count as thousands only between groups of three digits: `1000.00` is refused, since
 * dropping its dot would make the company a hundred times richer. Decimals beyond the second are dropped when they are
 * zeros and refused otherwise: nothing is rounded.
 */
export function castCapital(text: string): string | undefined {
  if (PLAIN_FORM.test(text)) return `${text.slice(0, -3)}.${text.slice(-2)}`;
  const match = LOOSE_FORM.exec(text);
  if (!match) return undefined;
  const [, sign = '', grouped = '', decimals = ''] = match;
  const whole = grouped.replaceAll('.', '').replace(/^0+(?=[0-9])/, '');
  const cents = decimals.slice(0, 2).padEnd(2, '0');
  if (/[1-9]/.test(decimals.slice(2))) return undefined;
  const isZero = whole === '0' && cents === '00';
  return `${isZero ? '' : sign}${whole}.${cents}`;
}
