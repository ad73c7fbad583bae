/**
 * Registration statuses of an establishment, in the specification's order of codes. What people call them is the
 * wire's affair.
 */

/** The statuses and the Receita's codes for them. */
export const STATUSES = [
  { id: 'nil', code: '01' },
  { id: 'active', code: '02' },
  { id: 'suspended', code: '03' },
  { id: 'unfit', code: '04' },
  { id: 'closed', code: '08' },
] as const;

/** The status of an establishment: null and void, active, suspended, unfit (`inapta`) or closed (`baixada`). */
export type StatusId = (typeof STATUSES)[number]['id'];

/** The Receita's two-digit code of a status. */
export type StatusCode = (typeof STATUSES)[number]['code'];

/** Published files and clients write both `02` and `2`. */
const STATUS_OF_CODE: ReadonlyMap<string, StatusId> = new Map(
  STATUSES.flatMap(({ id, code }) => [
    [code, id],
    [code.slice(1), id],
  ]),
);

const CODE_OF_STATUS: ReadonlyMap<StatusId, StatusCode> = new Map(STATUSES.map(({ id, code }) => [id, code]));

/** The status that a code means, with or without its leading zero, or undefined for a code of no status. */
export function statusOfCode(code: string): StatusId | undefined {
  return STATUS_OF_CODE.get(code);
}

/** The Receita's two-digit code of a status. */
export function codeOfStatus(status: StatusId): StatusCode {
  // The map holds every member of the type, which the compiler cannot see.
  return CODE_OF_STATUS.get(status) as StatusCode;
}
