import { describe, expect, test } from 'bun:test';
import { getStates } from '@brazilian-utils/brazilian-utils';
import { findState, findStateByIbgeId, STATES } from '../../src/domain/state.ts';

describe('STATES', () => {
  test("are the IBGE's 27 and the exterior", () => {
    const ours = STATES.filter(({ abbreviation }) => abbreviation !== 'EX');
    const theirs = getStates().map(({ code, name, ibgeCode }) => ({
      abbreviation: code,
      name,
      ibgeId: ibgeCode,
    }));
    expect(ours.map(({ abbreviation, name, ibgeId }) => ({ abbreviation, name, ibgeId }))).toEqual(
      theirs.sort((one, other) => (one.abbreviation < other.abbreviation ? -1 : 1)),
    );
  });

  test('have ids that are the rank of their abbreviation, the exterior last', () => {
    expect(STATES.map(({ id }) => id)).toEqual(STATES.map((_, index) => index + 1));
    expect(STATES.at(-1)).toEqual({ id: 28, name: 'Exterior', abbreviation: 'EX', ibgeId: 99 });
  });
});

describe('findState and findStateByIbgeId', () => {
  test('find São Paulo', () => {
    const saoPaulo = { id: 26, name: 'São Paulo', abbreviation: 'SP', ibgeId: 35 };
    expect(findState('SP')).toEqual(saoPaulo);
    expect(findStateByIbgeId(35)).toEqual(saoPaulo);
  });

  test('find every state by either key', () => {
    for (const state of STATES) {
      expect(findState(state.abbreviation)).toBe(state);
      expect(findStateByIbgeId(state.ibgeId)).toBe(state);
    }
  });

  test('find nothing for what is no state', () => {
    expect(findState('XX')).toBeUndefined();
    expect(findState('sp')).toBeUndefined();
    expect(findState('')).toBeUndefined();
    expect(findStateByIbgeId(26.5)).toBeUndefined();
    expect(findStateByIbgeId(10)).toBeUndefined();
  });
});
