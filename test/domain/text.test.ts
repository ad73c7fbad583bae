import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  cleanText,
  foldText,
  isElevenDigits,
  sentenceCase,
  splitWords,
  wordsOf,
} from '../../src/domain/text.ts';

const NUL = String.fromCharCode(0);
const NO_BREAK_SPACE = String.fromCharCode(0xa0);

/** Texts of the characters that decide: letters, digits, joints, blanks, controls, accents, other scripts. */
const lively = fc.string({
  unit: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...'AB1 ./') },
    { weight: 2, arbitrary: fc.constantFrom(...'açãÉßØŒΩñ&\'-*"', NUL, '\n', '\t', NO_BREAK_SPACE) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  ),
  maxLength: 40,
});

describe('cleanText', () => {
  const cases: readonly (readonly [text: string, cleaned: string])[] = [
    ['', ''],
    ['   ', ''],
    ['PADARIA', 'PADARIA'],
    ['PADARIA  DO   ZE', 'PADARIA DO ZE'],
    ['  PADARIA ', 'PADARIA'],
    [`PADA${NUL}RIA`, 'PADARIA'],
    [`A ${NUL} B`, 'A B'],
    [`${NUL} `, ''],
    ['RUA A\nCASA 2', 'RUA A CASA 2'],
    ['RUA A \r\n\tCASA 2', 'RUA A CASA 2'],
    [`A${NO_BREAK_SPACE}B${NO_BREAK_SPACE}`, 'A B'],
    ['A\u0085B', 'A B'],
    ['A\u0096B\u007f', 'AB'],
    ['São João', 'São João'],
    ['東京\u3000銀行', '東京 銀行'],
  ];
  test.each([...cases])('%j is cleaned to %j', (text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  test('leaves no control character, no blank at an end, no two blanks together', () => {
    fc.assert(
      fc.property(lively, (text) => {
        expect(cleanText(text)).not.toMatch(/\p{Cc}|^\s|\s$|\s\s/u);
      }),
    );
  });

  test('keeps every other character, and has nothing to do twice', () => {
    fc.assert(
      fc.property(lively, (text) => {
        const cleaned = cleanText(text);
        expect(cleaned.replace(/\s/g, '')).toBe(text.replace(/\p{Cc}|\s/gu, ''));
        expect(cleanText(cleaned)).toBe(cleaned);
      }),
    );
  });
});

describe('foldText', () => {
  test.each([
    ['São João d’Água', 'SAO JOAO D’AGUA'],
    ['PLAIN 123', 'PLAIN 123'],
    ['Açaí', 'ACAI'],
    ['straße', 'STRASSE'],
    ['smørrebrød', 'SMØRREBRØD'],
    ['œuvre', 'ŒUVRE'],
    ['Ελλάς', 'ΕΛΛΑΣ'],
    ['e\u0301', 'E'],
    ['', ''],
  ])('%p is %p', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test('leaves no mark and no small letter of Latin, and has nothing to do twice', () => {
    fc.assert(
      fc.property(lively, (text) => {
        const folded = foldText(text);
        expect(folded).not.toMatch(/\p{M}|[a-z]/u);
        expect(foldText(folded)).toBe(folded);
      }),
    );
  });

  test('does not care how an accent was written', () => {
    fc.assert(
      fc.property(lively, (text) => foldText(text.normalize('NFD')) === foldText(text.normalize('NFC'))),
    );
  });
});

describe('sentenceCase', () => {
  test.each([
    ['SEM MOTIVO', 'Sem motivo'],
    ['BAIXA INDEFERIDA PELA RFB', 'Baixa indeferida pela RFB'],
    ['ÓBITO DO MEI', 'Óbito do MEI'],
    ['"COLIS" POSTAUX', '"Colis" postaux'],
    ['Bahrein, Ilhas', 'Bahrein, Ilhas'],
    ['CNPJ - TITULAR BAIXADO', 'CNPJ - titular baixado'],
    ['', ''],
    ['123', '123'],
  ])('%p is %p', (label, written) => {
    expect(sentenceCase(label)).toBe(written);
  });
});

describe('wordsOf', () => {
  const cases: readonly (readonly [name: string, words: readonly string[]])[] = [
    ['PADARIA DO ZE LTDA', ['PADARIA', 'DO', 'ZE', 'LTDA']],
    ['Padaria do Zé', ['PADARIA', 'DO', 'ZE']],
    ['PETROLEO BRASILEIRO S.A.', ['PETROLEO', 'BRASILEIRO', 'SA']],
    ['BANCO S/A', ['BANCO', 'SA']],
    ['BANCO S.A', ['BANCO', 'SA']],
    ['J B TRANSPORTES', ['J', 'B', 'TRANSPORTES']],
    ['J.B. TRANSPORTES', ['JB', 'TRANSPORTES']],
    ['J. B. TRANSPORTES', ['J', 'B', 'TRANSPORTES']],
    ['A.B.C/D', ['ABCD']],
    ['A.B.CD', ['AB', 'CD']],
    ['AB.C', ['AB', 'C']],
    ['A..B', ['A', 'B']],
    ['A./B', ['A', 'B']],
    ['S.A./X', ['SA', 'X']],
    ['1A.B', ['1A', 'B']],
    ['A.1', ['A', '1']],
    ["D'AVILA", ['D', 'AVILA']],
    ['C&A MODAS', ['C', 'A', 'MODAS']],
    ['41.273.592 MARIA', ['41', '273', '592', 'MARIA']],
    ['MARIA DA SILVA 12345678901', ['MARIA', 'DA', 'SILVA']],
    ['MARIA 1234567890', ['MARIA', '1234567890']],
    ['MARIA 123456789012', ['MARIA', '123456789012']],
    ['MARIA DA SILVA DA SILVA', ['MARIA', 'DA', 'SILVA']],
    ['MARIA A12345678901', ['MARIA', 'A12345678901']],
    ['É.Ú. ÁGUA', ['EU', 'AGUA']],
    ['Ω.Σ. ΑΘΗΝΑ', ['ΩΣ', 'ΑΘΗΝΑ']],
    ['STRAßE & SØN', ['STRASSE', 'SØN']],
    ['ŒUVRE', ['ŒUVRE']],
    ['R$ 10 – 20', ['R', '10', '20']],
    ['٣٤ CASAS', ['٣٤', 'CASAS']],
    ['PONTO FINAL.', ['PONTO', 'FINAL']],
    ['A', ['A']],
    ['.', []],
    ['', []],
    ['***', []],
  ];
  test.each([...cases])('%p has %p', (name, words) => {
    expect(wordsOf(name)).toEqual([...words]);
  });

  /** The rule in one expression over Unicode, with nothing done for speed. */
  function wordsByRule(name: string): string[] {
    const folded = name.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '');
    const joined = folded.replace(/(?<![\p{L}\p{N}])\p{L}([./]\p{L})+(?![\p{L}\p{N}])/gu, (letters) =>
      letters.replace(/[./]/g, ''),
    );
    const words = joined.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !/^[0-9]{11}$/.test(word));
    return [...new Set(words)];
  }

  test('is the rule, whatever the text', () => {
    fc.assert(
      fc.property(lively, (text) => {
        expect(wordsOf(text)).toEqual(wordsByRule(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('is the rule on texts of joints and single letters', () => {
    const knotty = fc.string({ unit: fc.constantFrom(...'AB1./ '), maxLength: 12 });
    fc.assert(
      fc.property(knotty, (text) => {
        expect(wordsOf(text)).toEqual(wordsByRule(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('splitWords', () => {
  test('keeps repeated words and long numbers, which a query must see', () => {
    expect(splitWords('DA SILVA DA 12345678901')).toEqual(['DA', 'SILVA', 'DA', '12345678901']);
  });

  test('finds the same words in what it found', () => {
    fc.assert(
      fc.property(lively, (text) => {
        const words = splitWords(text);
        expect(splitWords(words.join(' '))).toEqual(words);
      }),
    );
  });
});

describe('isElevenDigits', () => {
  test('takes eleven ASCII digits', () => {
    expect(isElevenDigits('12345678901')).toBe(true);
    expect(['1234567890', '123456789012', '1234567890A', '١٢٣٤٥٦٧٨٩٠١'].some(isElevenDigits)).toBe(false);
  });
});
