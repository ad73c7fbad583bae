import { Refusal } from './error.ts';

/** A token may come in the query of any commercial request; it is no parameter of the operation. */
const TOKEN = 'token';
/** More parameters than any operation has. */
const MAX_PARAMETERS = 64;

/**
 * The parameters of an address, by name. Throws a 400 for one that the operation does not know, or one that is
 * repeated: a misspelt filter must not return everyone.
 */
export function readQuery(url: string, known: readonly string[]): ReadonlyMap<string, string> {
  const start = url.indexOf('?');
  const values = new Map<string, string>();
  if (start < 0) return values;
  const problems: string[] = [];
  let count = 0;
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    if (name === TOKEN) continue;
    if (++count > MAX_PARAMETERS) break;
    const shown = name.slice(0, 40) || '(sem nome)';
    if (!known.includes(name))
      problems.push(`${shown}: não é um parâmetro conhecido; use ${known.join(', ')}`);
    else if (values.has(name)) problems.push(`${shown}: foi informado mais de uma vez`);
    values.set(name, value);
  }
  if (problems.length > 0)
    throw new Refusal(400, 'A consulta tem parâmetros inválidos.', [...new Set(problems)]);
  return values;
}
