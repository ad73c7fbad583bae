/**
 * Economic activities: the seven digits of a CNAE subclass, and the levels above it that follow from them.
 */

const ACTIVITY_FORM = /^[0-9]{7}$/;

/** "Activity not informed" stands in real rows; its digits would lead to section Q, where it does not belong. */
const NOT_INFORMED = '8888888';

/** The divisions of each section, from the first to the last, as the IBGE's CNAE 2.3 has them. */
const SECTIONS: readonly (readonly [section: string, first: number, last: number])[] = [
  ['A', 1, 3],
  ['B', 5, 9],
  ['C', 10, 33],
  ['D', 35, 35],
  ['E', 36, 39],
  ['F', 41, 43],
  ['G', 45, 47],
  ['H', 49, 53],
  ['I', 55, 56],
  ['J', 58, 63],
  ['K', 64, 66],
  ['L', 68, 68],
  ['M', 69, 75],
  ['N', 77, 82],
  ['O', 84, 84],
  ['P', 85, 85],
  ['Q', 86, 88],
  ['R', 90, 93],
  ['S', 94, 96],
  ['T', 97, 97],
  ['U', 99, 99],
];

/** The levels of the CNAE that one activity belongs to, written with the IBGE's punctuation. */
export interface ActivityHierarchy {
  /** The section's letter, or null when no section holds the division. */
  readonly section: string | null;
  /** Two digits: `62`. */
  readonly division: string;
  /** `62.0`. */
  readonly group: string;
  /** `62.03-1`. */
  readonly class: string;
  /** `6203-1/00`. */
  readonly subclass: string;
}

/** Whether the text has the form of an activity's code: seven digits, known to the tables or not. */
export function isActivityCode(text: string): boolean {
  return ACTIVITY_FORM.test(text);
}

/** The letter of the section that holds a division, or null where the CNAE leaves a gap. */
function sectionOfDivision(division: number): string | null {
  for (const [section, first, last] of SECTIONS) {
    if (division >= first && division <= last) return section;
  }
  return null;
}

/**
 * The levels above an activity, read off its seven digits; a retired code follows its division. The code must satisfy
 * `isActivityCode`.
 */
export function activityHierarchy(code: string): ActivityHierarchy {
  const division = code.slice(0, 2);
  const third = code.slice(2, 3);
  const fourth = code.slice(3, 4);
  const checkDigit = code.slice(4, 5);
  return {
    section: code === NOT_INFORMED ? null : sectionOfDivision(Number(division)),
    division,
    group: `${division}.${third}`,
    class: `${division}.${third}${fourth}-${checkDigit}`,
    subclass: `${division}${third}${fourth}-${checkDigit}/${code.slice(5, 7)}`,
  };
}
