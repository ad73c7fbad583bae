import type { Coverage } from './protocol.ts';
import type { EstablishmentRow } from './rows/establishment.ts';

/** The whole country: no limit. */
export const WHOLE_COUNTRY: Coverage = { states: [], activities: [], statuses: [] };

/** What of an establishment a coverage is about. */
export type CoveredFields = Pick<EstablishmentRow, 'state' | 'status' | 'mainActivity'>;

/** Whether a registry of this coverage has the establishment. */
export function covers(coverage: Coverage, establishment: CoveredFields): boolean {
  const { states, activities, statuses } = coverage;
  if (states.length > 0 && !states.includes(establishment.state)) return false;
  if (statuses.length > 0 && !statuses.includes(establishment.status)) return false;
  return activities.length === 0 || activities.some((start) => establishment.mainActivity.startsWith(start));
}
