import fc from 'fast-check';
import { normaliseUserId } from './user-id.js';

describe('normaliseUserId', () => {
  it.each([
    ['plain', 'plain'],
    ['  edges  ', 'edges'],
    ['two  words', 'two  words'],
    ['Case Kept', 'Case Kept'],
    ['tab\tand\nline', 'tabandline'],
    ['zero\u200Bwidth\u200D', 'zerowidth'],
    ['soft\u00ADhyphen', 'softhyphen'],
    ['bom\uFEFF', 'bom'],
    ['nb\u00A0space', 'nbspace'],
    ['\u3164', ''], // Hangul filler, which is a letter by category, but ignorable
    ['\u180E\u2060', ''],
    ['   ', ''],
    ['', ''],
    ['ü\u0308', 'ü\u0308'],
    ['日本語', '日本語'],
    ['😀', '😀'],
    ['heart ❤️', 'heart ❤'], // the variation selector is ignorable
    ['control\u0007', 'control'],
    ['private\uE000', 'private'],
  ])('converts %j to %j', (raw, normal) => {
    expect(normaliseUserId(raw)).toBe(normal);
  });

  it('does not change its own results', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        const once = normaliseUserId(raw);
        expect(normaliseUserId(once)).toBe(once);
      }),
    );
  });

  it('returns equal results on the fast path and the slow path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (raw) => {
        expect(normaliseUserId(raw)).toBe(normaliseUserId(`${raw}\u200B`));
      }),
    );
  });
});
