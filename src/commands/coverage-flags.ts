import { InvalidArgumentError } from 'commander';
import { activityHierarchy } from '../domain/activity.ts';
import { findState, findStateByIbgeId, STATES } from '../domain/state.ts';
import { foldText } from '../domain/text.ts';
import type { Coverage } from '../import/protocol.ts';
import { findStatusCode } from '../wire/labels.ts';

/** The flags that limit a registry to a part of the country, each already a list of codes. */
export interface CoverageFlags {
  readonly uf?: readonly string[];
  readonly cnae?: readonly string[];
  readonly status?: readonly string[];
}

/** Reads a list separated by commas, each part by `cast`; in order and each once, so that two lists can be compared. */
function readList(text: string, cast: (part: string) => string | undefined, form: string): string[] {
  const codes = text.split(',').map((part) => {
    const code = cast(part.trim());
    if (code === undefined) throw new InvalidArgumentError(`\`${part.trim()}\` is none; it takes ${form}.`);
    return code;
  });
  return [...new Set(codes)].sort();
}

/** The states of a list: abbreviations, names or IBGE codes, in any capitals and with or without accents. */
export function readStates(text: string): string[] {
  const cast = (part: string) => {
    const folded = foldText(part);
    const state =
      findState(folded) ??
      findStateByIbgeId(/^\d{2}$/.test(part) ? Number(part) : Number.NaN) ??
      STATES.find(({ name }) => foldText(name) === folded);
    return state?.abbreviation;
  };
  return readList(text, cast, 'states such as SP,RJ (EX is abroad)');
}

/** The activities of a list: two to seven digits, of which the first are a division of the CNAE. */
export function readActivities(text: string): string[] {
  const cast = (part: string) => {
    const digits = part.replace(/[./-]/g, '');
    if (!/^\d{2,7}$/.test(digits)) return undefined;
    return activityHierarchy(digits.padEnd(7, '0')).section === null && digits !== '8888888'
      ? undefined
      : digits;
  };
  return readList(
    text,
    cast,
    'codes of activities or their beginnings, of two to seven digits, such as 56,6201501',
  );
}

/** The registration statuses of a list: names in Portuguese or English, or codes. */
export function readStatuses(text: string): string[] {
  return readList(
    text,
    findStatusCode,
    'ativa, suspensa, inapta, baixada, nula, their English names or codes',
  );
}

/** What the flags limit a registry to; without any, the whole country. */
export function coverageOf({ uf = [], cnae = [], status = [] }: CoverageFlags): Coverage {
  // A beginning that another begins with adds nothing, and would make two equal subsets look different.
  const activities = cnae.filter((code) => !cnae.some((other) => other !== code && code.startsWith(other)));
  return { states: uf, activities, statuses: status };
}
