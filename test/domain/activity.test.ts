import { describe, expect, test } from 'bun:test';
import activities from '../../data/reference/activities.json' with { type: 'json' };
import { activityHierarchy, isActivityCode } from '../../src/domain/activity.ts';

describe('activityHierarchy', () => {
  test('writes each level as the IBGE does', () => {
    expect(activityHierarchy('6203100')).toEqual({
      section: 'J',
      division: '62',
      group: '62.0',
      class: '62.03-1',
      subclass: '6203-1/00',
    });
    expect(activityHierarchy('0111301')).toEqual({
      section: 'A',
      division: '01',
      group: '01.1',
      class: '01.11-3',
      subclass: '0111-3/01',
    });
  });

  const sections: readonly (readonly [code: string, section: string | null])[] = [
    ['0322199', 'A'],
    ['0500301', 'B'],
    ['0990403', 'B'],
    ['1011201', 'C'],
    ['3329599', 'C'],
    ['3511501', 'D'],
    ['3600601', 'E'],
    ['3900500', 'E'],
    ['4110700', 'F'],
    ['4399199', 'F'],
    ['4511101', 'G'],
    ['4789099', 'G'],
    ['4911600', 'H'],
    ['5320202', 'H'],
    ['5510801', 'I'],
    ['5620104', 'I'],
    ['5811500', 'J'],
    ['6410700', 'K'],
    ['6630400', 'K'],
    ['6810201', 'L'],
    ['6911701', 'M'],
    ['7500100', 'M'],
    ['7711000', 'N'],
    ['8299799', 'N'],
    ['8411600', 'O'],
    ['8511200', 'P'],
    ['8610101', 'Q'],
    ['8800600', 'Q'],
    ['9001901', 'R'],
    ['9329899', 'R'],
    ['9411100', 'S'],
    ['9609299', 'S'],
    ['9700500', 'T'],
    ['9900800', 'U'],
    ['8888888', null],
    ['4000000', null],
    ['0000000', null],
  ];
  test.each([...sections])('%s is in section %p', (code, section) => {
    expect(activityHierarchy(code).section).toBe(section);
  });

  test('lets a code that was retired follow its division', () => {
    expect(activityHierarchy('8650004').section).toBe('Q');
    expect(activityHierarchy('6202199').section).toBe('J');
  });

  test('finds a section for every activity of the reference but the one that is not informed', () => {
    const without = activities.map(([code = '']) => code).filter((code) => !activityHierarchy(code).section);
    expect(without).toEqual(['8888888']);
  });
});

describe('isActivityCode', () => {
  test('takes seven digits and nothing else', () => {
    expect(isActivityCode('6203100')).toBe(true);
    expect(['620310', '62031000', '6203-1/00', '62O3100', '', '6203100\n'].some(isActivityCode)).toBe(false);
  });
});
