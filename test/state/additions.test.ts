import { describe, expect, test } from 'bun:test';
import {
  dropAdditions,
  eachAddition,
  findAddition,
  lastLearntAt,
  saveAddition,
  trimAdditions,
} from '../../src/state/additions.ts';
import { makeState } from './scratch.ts';

/** An addition whose parts follow from a number. */
function makeAddition(number: number, updatedAt = '2026-11-20T03:00:00.000Z') {
  const cnpj = String(number).padStart(14, '0');
  return { cnpj, body: `{"razao_social":"Açaí ${number}"}`, updatedAt };
}

describe('additions', () => {
  test('come out as they went in, by CNPJ, however many there are', () => {
    using state = makeState();
    const numbers = Array.from({ length: 450 }, (_, index) => (index * 7_919) % 450);
    const save = state.sqlite.transaction(() => {
      for (const number of numbers) saveAddition(state, makeAddition(number));
    });
    save();
    const expected = numbers.toSorted((a, b) => a - b).map((number) => makeAddition(number));
    expect([...eachAddition(state)]).toEqual(expected);
    expect(findAddition(state, makeAddition(5).cnpj)).toEqual(makeAddition(5));
  });

  test('with letters in their CNPJ stand behind those without', () => {
    using state = makeState();
    saveAddition(state, { ...makeAddition(1), cnpj: '12ABC34501DE35' });
    saveAddition(state, { ...makeAddition(1), cnpj: '12999999000199' });
    expect([...eachAddition(state)].map((each) => each.cnpj)).toEqual(['12999999000199', '12ABC34501DE35']);
  });

  test('take the place of older ones of the same CNPJ', () => {
    using state = makeState();
    saveAddition(state, makeAddition(1));
    saveAddition(state, { ...makeAddition(1), body: '{}', updatedAt: '2026-11-21T03:00:00.000Z' });
    expect([...eachAddition(state)].map((each) => each.body)).toEqual(['{}']);
  });

  test('are none at first', () => {
    using state = makeState();
    expect([...eachAddition(state)]).toEqual([]);
    expect(findAddition(state, '00000000000191')).toBeUndefined();
  });

  test('are no news when as new a one is there', () => {
    using state = makeState();
    expect(saveAddition(state, makeAddition(1), 1_000)).toBe(true);
    expect(saveAddition(state, { ...makeAddition(1), body: '{}' }, 2_000)).toBe(false);
    expect(saveAddition(state, makeAddition(1, '2026-11-01T03:00:00.000Z'), 3_000)).toBe(false);
    expect(lastLearntAt(state)).toBe(1_000);
    expect([...eachAddition(state)]).toEqual([makeAddition(1)]);
  });

  test('are found by the beginnings of their CNPJs', () => {
    using state = makeState();
    const cnpjs = ['00000000000191', '12000000000100', '12ABC34501DE35', '13000000000100'];
    for (const cnpj of cnpjs) saveAddition(state, { ...makeAddition(1), cnpj });
    expect([...eachAddition(state, '12', '13')].map((each) => each.cnpj)).toEqual(cnpjs.slice(1, 3));
    expect([...eachAddition(state, '12ABC345')].map((each) => each.cnpj)).toEqual(cnpjs.slice(2));
  });

  test('are of bounded number, the last learnt remaining', () => {
    using state = makeState();
    for (let number = 1; number <= 5; number++) saveAddition(state, makeAddition(number), 10_000 - number);
    trimAdditions(state, 2);
    expect([...eachAddition(state)]).toEqual([makeAddition(1), makeAddition(2)]);
  });

  test('that an extraction has overtaken are dropped', () => {
    using state = makeState();
    saveAddition(state, makeAddition(1, '2026-11-01T03:00:00.000Z'));
    saveAddition(state, makeAddition(2, '2026-11-14T03:00:00.000Z'));
    saveAddition(state, makeAddition(3, '2026-11-01T03:00:00.000Z'));
    const missing = makeAddition(3).cnpj;
    expect(dropAdditions(state, '2026-11-14T03:00:00.000Z', (cnpj) => cnpj !== missing)).toBe(1);
    expect([...eachAddition(state)].map((each) => each.cnpj)).toEqual([makeAddition(2).cnpj, missing]);
  });

  test('beyond all measure are refused by name', () => {
    using state = makeState();
    const huge = { ...makeAddition(1), body: 'x'.repeat(4 * 1024 * 1024 + 1) };
    expect(() => saveAddition(state, huge)).toThrow(huge.cnpj);
  });
});
