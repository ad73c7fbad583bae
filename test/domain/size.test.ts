import { describe, expect, test } from 'bun:test';
import { castSize, isReceitaSize, isSizeId, receitaSize, SIZE_IDS } from '../../src/domain/size.ts';

describe('castSize', () => {
  const cases: readonly (readonly [receitaCode: string, id: string, known: boolean])[] = [
    ['00', '01', true],
    ['01', '02', true],
    ['03', '03', true],
    ['05', '05', true],
    ['', '01', false],
    ['02', '01', false],
    ['1', '01', false],
    ['99', '01', false],
  ];
  test.each([...cases])("the Receita's %p is %p, known to it: %p", (receitaCode, id, known) => {
    expect<string>(castSize(receitaCode)).toBe(id);
    expect(isReceitaSize(receitaCode)).toBe(known);
  });
});

describe('receitaSize', () => {
  test('is the way back from every id', () => {
    for (const id of SIZE_IDS) expect(castSize(receitaSize(id))).toBe(id);
  });
});

describe('isSizeId', () => {
  test("takes the specification's ids only", () => {
    expect(SIZE_IDS.every(isSizeId)).toBe(true);
    expect(['00', '04', '1', ''].some(isSizeId)).toBe(false);
  });
});
