import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import { newSearchBudget } from './search-budget.js';
import { SecretSearch } from './secret-search.js';
import { shapeOf, SHOWN } from './secret-shape.js';
import { ShapeSearch } from './shape-search.js';

const secret = fc.string({ unit: fc.constantFrom(...'aB1+/&%é"€\\'), minLength: 1, maxLength: 14 });

const FORMS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => encodeURIComponent(text),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(encodeURIComponent(text)),
  (text) => text.replace(/./gu, (character) => `&#${character.codePointAt(0) ?? 0};`),
  (text) => Buffer.from(text).toString('hex'),
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(`x:${text}`).toString('base64url'),
];

/** Secrets, and a text with parts of one of them in one of the forms above. */
const input = fc
  .tuple(
    fc.array(secret, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(...FORMS),
    fc.nat(20),
    fc.nat(20),
    fc.constantFrom('', ' ', 'a', '='),
  )
  .map(([secrets, form, from, length, end]) => {
    const text = form(secrets[0]!);
    return { secrets, text: text.slice(from % (text.length + 1)).slice(0, 1 + length) + end };
  });

function wholeShapeOf(text: string): string {
  const { plain, classes } = shapeOf(text);
  return plain.slice(0, SHOWN) + classes.slice(SHOWN);
}

describe.each<[string, typeof SecretSearch | typeof ShapeSearch, (text: string) => string]>([
  ['SecretSearch', SecretSearch, (text: string) => text],
  ['ShapeSearch', ShapeSearch, wholeShapeOf],
])('%s', (_name, Search, wholeOf) => {
  it('finds the same in a text that is shorter than its secrets as a search that reads the text', () => {
    fc.assert(
      fc.property(input, ({ secrets, text }) => {
        const search = new Search(secrets);
        const reading = new Search(secrets);
        Reflect.set(reading, 'shortest', 0); // reads texts of each length
        expect(search.find(text, newSearchBudget())).toEqual(reading.find(text, newSearchBudget()));
        const wholes = secrets.map(wholeOf);
        expect(search.isSecret(text)).toBe(wholes.includes(wholeOf(text)));
      }),
      { numRuns: usualOrLong(1_000, 100_000) },
    );
  });
});
