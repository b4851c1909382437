import { lookAlike } from './look-alike.js';

describe('lookAlike', () => {
  it.each([
    ['admin', 'аdmin'], // Cyrillic а
    ['admin', 'ADMIN'],
    ['admin', 'ａｄｍｉｎ'],
    ['admin', 'a\u200bd\u00admin'],
    ['admin', ' admin '],
    ['POST', 'РОЅТ'],
    ['export', 'eхροrt'],
    ['ci l', 'ci I'],
    ['ci 1', 'ci l'],
    ['v10', 'vlO'],
    ['modem', 'modern'],
    ['café', 'cafe\u0301'],
    ['eu-1', 'eu–1'],
    ['ana@example.com', 'аna@example.com'],
    ['two  words', 'two words'],
  ])('finds that %s looks like %s, in both directions', (one, other) => {
    expect(lookAlike(one, ['x', other])).toBe(other);
    expect(lookAlike(other, ['x', one])).toBe(one);
  });

  it.each([
    ['ci', 'cl'],
    ['admin', 'admins'],
    ['café', 'cafe'],
    ['eu-1', 'eu-2'],
    ['дата', 'data'],
    ['東京', '京東'],
    ['ana@example.com', 'ana@example.com (2)'],
  ])('finds that %s does not look like %s', (one, other) => {
    expect(lookAlike(one, [one, other])).toBeUndefined();
  });
});
