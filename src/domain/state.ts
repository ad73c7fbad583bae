/**
 * The 26 states and the Federal District, and the one that stands for every place abroad.
 */

/** A federative unit of Brazil, or the exterior. */
export interface State {
  /** The rank of the abbreviation from A to Z, 1 to 27; 28 abroad. */
  readonly id: number;
  readonly name: string;
  /** Two capital letters. */
  readonly abbreviation: string;
  /** The IBGE's two digits, by which searches filter; 99 abroad. */
  readonly ibgeId: number;
}

/** The 27 units in the order of their ids, then the exterior. */
export const STATES: readonly State[] = [
  { id: 1, name: 'Acre', abbreviation: 'AC', ibgeId: 12 },
  { id: 2, name: 'Alagoas', abbreviation: 'AL', ibgeId: 27 },
  { id: 3, name: 'Amazonas', abbreviation: 'AM', ibgeId: 13 },
  { id: 4, name: 'Amapá', abbreviation: 'AP', ibgeId: 16 },
  { id: 5, name: 'Bahia', abbreviation: 'BA', ibgeId: 29 },
  { id: 6, name: 'Ceará', abbreviation: 'CE', ibgeId: 23 },
  { id: 7, name: 'Distrito Federal', abbreviation: 'DF', ibgeId: 53 },
  { id: 8, name: 'Espírito Santo', abbreviation: 'ES', ibgeId: 32 },
  { id: 9, name: 'Goiás', abbreviation: 'GO', ibgeId: 52 },
  { id: 10, name: 'Maranhão', abbreviation: 'MA', ibgeId: 21 },
  { id: 11, name: 'Minas Gerais', abbreviation: 'MG', ibgeId: 31 },
  { id: 12, name: 'Mato Grosso do Sul', abbreviation: 'MS', ibgeId: 50 },
  { id: 13, name: 'Mato Grosso', abbreviation: 'MT', ibgeId: 51 },
  { id: 14, name: 'Pará', abbreviation: 'PA', ibgeId: 15 },
  { id: 15, name: 'Paraíba', abbreviation: 'PB', ibgeId: 25 },
  { id: 16, name: 'Pernambuco', abbreviation: 'PE', ibgeId: 26 },
  { id: 17, name: 'Piauí', abbreviation: 'PI', ibgeId: 22 },
  { id: 18, name: 'Paraná', abbreviation: 'PR', ibgeId: 41 },
  { id: 19, name: 'Rio de Janeiro', abbreviation: 'RJ', ibgeId: 33 },
  { id: 20, name: 'Rio Grande do Norte', abbreviation: 'RN', ibgeId: 24 },
  { id: 21, name: 'Rondônia', abbreviation: 'RO', ibgeId: 11 },
  { id: 22, name: 'Roraima', abbreviation: 'RR', ibgeId: 14 },
  { id: 23, name: 'Rio Grande do Sul', abbreviation: 'RS', ibgeId: 43 },
  { id: 24, name: 'Santa Catarina', abbreviation: 'SC', ibgeId: 42 },
  { id: 25, name: 'Sergipe', abbreviation: 'SE', ibgeId: 28 },
  { id: 26, name: 'São Paulo', abbreviation: 'SP', ibgeId: 35 },
  { id: 27, name: 'Tocantins', abbreviation: 'TO', ibgeId: 17 },
  { id: 28, name: 'Exterior', abbreviation: 'EX', ibgeId: 99 },
];

const BY_ABBREVIATION: ReadonlyMap<string, State> = new Map(
  STATES.map((state) => [state.abbreviation, state]),
);
const BY_IBGE_ID: ReadonlyMap<number, State> = new Map(STATES.map((state) => [state.ibgeId, state]));

/** The state with an abbreviation in capitals (`SP`, `EX`), or undefined. */
export function findState(abbreviation: string): State | undefined {
  return BY_ABBREVIATION.get(abbreviation);
}

/** The state with an IBGE code (35, 99 abroad), or undefined. */
export function findStateByIbgeId(ibgeId: number): State | undefined {
  return BY_IBGE_ID.get(ibgeId);
}
