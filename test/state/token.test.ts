import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { createToken, hashToken, isTokenForm, TOKEN_LENGTH } from '../../src/state/token.ts';

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const anyPlace = fc.nat({ max: TOKEN_LENGTH - 1 });

describe('a token', () => {
  test('has the form that the README tells secret scanners of', () => {
    expect(createToken()).toMatch(/^cnpj_[0-9A-Za-z]{49}$/);
    expect(createToken()).toHaveLength(TOKEN_LENGTH);
  });

  test('ends in the CRC-32 of the rest, in base 62', () => {
    const token = createToken();
    const checksum = [...token.slice(-6)].reduce((sum, letter) => sum * 62 + CHARACTERS.indexOf(letter), 0);
    expect(checksum).toBe(crc32(token.slice(0, -6)));
  });

  test('is never made twice, and every place of it varies', () => {
    const tokens = Array.from({ length: 500 }, createToken);
    expect(new Set(tokens).size).toBe(500);
    for (let place = 5; place < TOKEN_LENGTH; place++) {
      expect(new Set(tokens.map((token) => token[place])).size).toBeGreaterThan(1);
    }
  });

  test('is recognised', () => {
    for (let round = 0; round < 100; round++) expect(isTokenForm(createToken())).toBeTrue();
  });

  test('with one character changed is not a token', () => {
    const property = fc.property(anyPlace, fc.constantFrom(...CHARACTERS, '_', ' ', 'é'), (place, letter) => {
      const token = createToken();
      fc.pre(token[place] !== letter);
      expect(isTokenForm(token.slice(0, place) + letter + token.slice(place + 1))).toBeFalse();
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  test('with two neighbours exchanged is not a token', () => {
    const property = fc.property(fc.nat({ max: TOKEN_LENGTH - 2 }), (place) => {
      const token = createToken();
      const [left = '', right = ''] = token.slice(place, place + 2);
      fc.pre(left !== right);
      expect(isTokenForm(token.slice(0, place) + right + left + token.slice(place + 2))).toBeFalse();
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  test('with a character lost, added or around it is not a token', () => {
    const property = fc.property(anyPlace, fc.constantFrom(...CHARACTERS), (place, letter) => {
      const token = createToken();
      expect(isTokenForm(token.slice(0, place) + token.slice(place + 1))).toBeFalse();
      expect(isTokenForm(token.slice(0, place) + letter + token.slice(place))).toBeFalse();
    });
    fc.assert(property, { numRuns: 500 });
    for (const around of [' ', '\n', '"']) expect(isTokenForm(createToken() + around)).toBeFalse();
  });

  test('is no other text', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(isTokenForm(text)).toBeFalse()));
  });

  test('is hashed by SHA-256', () => {
    const token = createToken();
    expect(Buffer.from(hashToken(token))).toEqual(createHash('sha256').update(token).digest());
  });
});
