import { createIdentifierScrubber } from './identifier-scrubber.js';

describe('createIdentifierScrubber', () => {
  const scrub = createIdentifierScrubber([
    { userId: 'user-17', email: 'Ada@Example.com', traits: { phones: ['+49 1234'] }, age: 4711 },
    { userId: 'x"y' },
    { userId: '42' },
  ]);

  it.each([
    ['No such user: user-17.', 'No such user: ***.'],
    ['user-17user-17', '******'],
    ['ADA@EXAMPLE.COM is invalid', '*** is invalid'],
    ['GET /users/ada%40example.com failed', 'GET /users/*** failed'],
    ['{"id":"x\\"y"}', '{"id":"***"}'],
    ['call +49 1234', 'call ***'],
    ['id 4711', 'id ***'],
    ['user 42 of 420', 'user *** of 420'],
    ['nothing of anybody', 'nothing of anybody'],
  ])('makes of %s: %s', (text, expected) => {
    expect(scrub(text)).toBe(expected);
  });

  it.each([
    ['ada@example.com', 'İstanbul: ADA@example.com', 'İstanbul: ***'],
    ['İbrahim@example.com', 'for İBRAHIM@EXAMPLE.COM', 'for ***'],
    ['İbrahim@example.com', `for ${'İbrahim@example.com'.toLowerCase()}`, 'for ***'],
    ['Strauß@example.com', `for ${'Strauß@example.com'.toUpperCase()}`, 'for ***'],
    ['ΟΔΥΣΣΕΥΣ', 'for οδυσσευς, ΟΔΥΣΣΕΥΣ', 'for ***, ***'],
    ['𐐀𐐁𐐂', '😀 for 𐐨𐐩𐐪!', '😀 for ***!'],
  ])('finds %s in: %s', (email, text, expected) => {
    expect(createIdentifierScrubber([{ email }])(text)).toBe(expected);
  });

  it('takes the longest of those that begin at a place', () => {
    const both = createIdentifierScrubber([{ userId: 'abc' }, { userId: 'abcdef' }]);
    expect(both('abcdef abc')).toBe('*** ***');
  });

  it('looks at a text no longer for a thousand users that begin alike', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      userId: `same-beginning-${index}`,
    }));
    const among = createIdentifierScrubber(many);
    expect(among('same-beginning-999!')).toBe('***!');
    for (let times = 0; times < 1_000; times += 1) among('same-beginning-'.repeat(33));
  });
});
