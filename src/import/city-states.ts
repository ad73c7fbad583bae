import { findCityBySiafiId } from '../domain/city.ts';
import type { EstablishmentRow } from './rows/establishment.ts';

/** The states seen beside municipality codes that the reference does not know: a code's state is told by its rows. */
export class CityStates {
  private readonly states = new Map<string, string>();

  /** Notes the state of an establishment's municipality, the first one seen. */
  note({ city, state }: Pick<EstablishmentRow, 'city' | 'state'>): void {
    if (city === '' || state === '' || this.states.has(city)) return;
    if (findCityBySiafiId(city) === undefined) this.states.set(city, state);
  }

  /** Codes with their states. */
  entries(): (readonly [city: string, state: string])[] {
    return [...this.states];
  }

  /** Forgets all. */
  clear(): void {
    this.states.clear();
  }
}
