import type { ComparisonResult, DifferingField } from './comparison.ts';
import type { Json } from './differences.ts';

/** What a comparison was of, and why it ended early if it did. */
export interface ComparisonSubject {
  readonly here: string;
  readonly there: string;
  readonly asked: number;
  readonly stopped: readonly string[];
}

/** An example is cut here; the whole stands in the JSON. */
const SHOWN_LENGTH = 60;
/** So much of a field's name is shown. */
const SHOWN_NAME_LENGTH = 200;
/** So many CNPJs of a kind are named; all of them stand in the JSON. */
const SHOWN_CNPJS = 5;

/** Characters that say something to a terminal rather than to its reader, or that nobody sees. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of another service's, its unseen characters written as JSON may write them. */
function escapeUnseen(text: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(UNSEEN, (character) => character.split('').map(escapeUnit).join(''));
}

function showText(text: string, length: number): string {
  return escapeUnseen(text.length > length ? `${text.slice(0, length)}…` : text);
}

function show(value: Json | undefined): string {
  return value === undefined ? 'nothing' : showText(JSON.stringify(value), SHOWN_LENGTH);
}

function showCnpjs(cnpjs: readonly string[]): string {
  const more = cnpjs.length > SHOWN_CNPJS ? ` and ${cnpjs.length - SHOWN_CNPJS} more` : '';
  return `${cnpjs.slice(0, SHOWN_CNPJS).join(', ')}${more}`;
}

function presentField({ path, count, example }: DifferingField): string {
  return [
    `  ${String(count).padStart(6)}  ${showText(path, SHOWN_NAME_LENGTH)}\n`,
    `          in ${example.cnpj}: here ${show(example.here)}, there ${show(example.there)}\n`,
  ].join('');
}

/** A comparison for people. */
export function presentComparison(subject: ComparisonSubject, result: ComparisonResult): string {
  const { asked, stopped } = subject;
  const { compared, same, different, inNeither, onlyHere, onlyThere, failed, fields } = result;
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['only here', onlyHere],
    ['only there', onlyThere],
  ];
  const failures = failed
    .slice(0, SHOWN_CNPJS)
    .map(({ cnpj, side, reason }) => `          ${cnpj} ${side}: ${escapeUnseen(reason)}\n`);
  return [
    `here   ${subject.here}\nthere  ${subject.there}\n\n`,
    `${compared} of ${asked} CNPJs compared\n`,
    `  ${String(same).padStart(6)}  the same in every field\n`,
    `  ${String(different).padStart(6)}  different\n`,
    ...lists.map(
      ([name, cnpjs]) =>
        `  ${String(cnpjs.length).padStart(6)}  ${name}${cnpjs.length > 0 ? `: ${showCnpjs(cnpjs)}` : ''}\n`,
    ),
    `  ${String(inNeither).padStart(6)}  in neither\n`,
    ...(failed.length > 0 ? [`  ${String(failed.length).padStart(6)}  could not be had\n`, ...failures] : []),
    ...(fields.length > 0 ? ['\nFields that differ, by the CNPJs in which they do\n'] : []),
    ...fields.map(presentField),
    ...stopped.map((reason) => `\nNot all were asked for: ${escapeUnseen(reason)}.\n`),
  ].join('');
}

/** A comparison for programs: one JSON object; a value that one side lacks altogether is absent from its example. */
export function presentComparisonJson(subject: ComparisonSubject, result: ComparisonResult): string {
  return `${JSON.stringify({ ...subject, ...result }, undefined, 2)}\n`;
}
