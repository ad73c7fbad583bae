/* What was typed or pasted as a CNPJ. */

import { formatCnpj } from './format.js';

/** What may stand between the parts of one: points, a bar, any dash, blanks. */
const BETWEEN = '[^0-9A-Z]{0,3}';
/** A CNPJ in whatever text is around it. */
const WITHIN_TEXT = new RegExp(
  `(?<![0-9A-Z])${['([0-9A-Z]{2})', '([0-9A-Z]{3})', '([0-9A-Z]{3})', '([0-9A-Z]{4})', '([0-9]{2})'].join(BETWEEN)}(?![0-9A-Z])`,
  'g',
);
const LENGTH = 14;
const FORM = /^[0-9A-Z]{12}[0-9]{2}$/;

/** The two check digits of a CNPJ's first twelve characters. */
export function checkDigits(base) {
  let digits = '';
  while (digits.length < 2) {
    const characters = base + digits;
    let sum = 0;
    for (let place = 0; place < characters.length; place++) {
      sum += (characters.charCodeAt(place) - 48) * (2 + ((characters.length - 1 - place) % 8));
    }
    digits += sum % 11 < 2 ? 0 : 11 - (sum % 11);
  }
  return digits;
}

function isRight(cnpj) {
  return cnpj.slice(12) === checkDigits(cnpj.slice(0, 12));
}

function problem(titulo, detalhes) {
  return { problem: { titulo, detalhes } };
}

/** The CNPJ that a text has, bare and in capitals; or the problem, which would else cost a query of the limit. */
export function readCnpj(text) {
  const capitals = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase();
  const found = [...capitals.matchAll(WITHIN_TEXT)].map((parts) => parts.slice(1).join(''));
  const right = found.find(isRight);
  if (right !== undefined) return { cnpj: right };
  const bare = found[0] ?? capitals.replace(/[^0-9A-Z]/g, '');
  if (bare.length === 0) return problem('Informe um CNPJ', 'São 14 caracteres, com ou sem pontuação.');
  if (bare.length !== LENGTH) {
    const title = bare.length < LENGTH ? 'CNPJ incompleto' : 'CNPJ com caracteres a mais';
    return problem(title, `Um CNPJ tem 14 caracteres; foram informados ${bare.length}.`);
  }
  if (!FORM.test(bare)) {
    return problem('CNPJ inválido', 'Os dois últimos caracteres de um CNPJ são dígitos, os verificadores.');
  }
  const digits = checkDigits(bare.slice(0, 12));
  return problem(
    'CNPJ inválido',
    `${formatCnpj(bare)} tem dígitos verificadores inválidos (o correto seria ${digits}). Confira o número.`,
  );
}
