import { createShapeFinder } from '../src/secrets/secret-finder.js';
import { createShapeMasker } from '../src/secrets/secret-masker.js';

const SECRET = 'sk_Live-4eC39"HqL/4é';
const OTHER = 'sk_Yyyy-7xX00"AbC/9ü';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hex = (text: string): string => Buffer.from(text).toString('hex');
const mask = createShapeMasker([SECRET, 'abc', 'pin1']);

describe('createShapeMasker', () => {
  it.each<[string, (secret: string) => unknown]>([
    ['alone', (s) => s],
    ['in a text', (s) => `before ${s} after`],
    ['as a name', (s) => ({ [s]: 1 })],
    ['in capitals', (s) => s.toUpperCase()],
    ['in a URL', (s) => `https://x/?q=${encodeURIComponent(s)}&r=1`],
    ['in a form', (s) => new URLSearchParams({ q: `a ${s}` }).toString()],
    ['as JSON', (s) => JSON.stringify({ s })],
    ['as JSON in a URL', (s) => encodeURIComponent(JSON.stringify({ s }))],
    ['in hex', (s) => `x${hex(s)}f`],
    ['in HEX', (s) => hex(s).toUpperCase()],
    ['in base64', (s) => base64(s)],
    ['in base64 after a name', (s) => `Bearer ${base64(`jane:${s}`)}`],
    ['in base64 after another', (s) => Buffer.from(`ab${s}cd`).toString('base64url')],
    ['in Basic', (s) => `Basic ${base64(`jane:${s}`)}`],
    ['cut', (s) => `key=${s.slice(0, 7)}…`],
    ['cut after three characters', (s) => `key=${s.slice(0, 3)}…`],
    ['cut in base64', (s) => `key=${base64(`user:${s}`).slice(0, 16)}…`],
  ])('hides a secret and a wrong guess in the same way: %s', (_form, write) => {
    const shown = JSON.stringify(mask(write(SECRET)));
    expect(shown).toContain('***');
    expect(shown.toLowerCase()).not.toContain('live');
    // The guess has the same first two characters as the secret. So the masks of encoded forms,
    // which show encoded characters, are equal too.
    expect(JSON.stringify(mask(write(OTHER)))).toBe(shown);
  });

  it('does not change texts of another shape', () => {
    const others = ['sl_Live-4eC39"HqL/4é', 'sk_Live-4eC39"HqL', 'abcd', 'pink', 42, true, null];
    expect(mask(others)).toEqual(others);
  });

  it('hides a secret with three characters only if it is the whole text', () => {
    expect(mask(['abc', 'abd', 'an abc', 'my pin1', 'my pin2'])).toEqual([
      'ab***',
      'ab***',
      'an abc',
      'my pi***',
      'my pi***',
    ]);
  });

  it('hides a text if its search needs too many steps', () => {
    const many = Array.from({ length: 1_500 }, (_, n) => `secret${'-'.repeat(n)}x`);
    expect(createShapeMasker(many)('secret--'.repeat(8_000))).toBe('***');
  });

  it('hides the same texts that createShapeFinder finds', () => {
    const has = createShapeFinder([SECRET]);
    expect([has({ a: [SECRET] }), has({ a: [OTHER] }), has({ a: ['other'] })]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
