import fc from 'fast-check';
import { cutElements, elementsAt } from './json-spans.js';

const spanOf = (text: string) => ({ start: 0, end: Buffer.byteLength(text) });

describe('elements of an array', () => {
  const texts = (text: string) => {
    const bytes = Buffer.from(text);
    return elementsAt(bytes, spanOf(text)).map(({ start, end }) =>
      bytes.toString('utf8', start, end),
    );
  };

  it('are found with their exact bytes', () => {
    expect(texts('[]')).toEqual([]);
    expect(texts('[ ]')).toEqual([]);
    expect(texts('[ 1 , {"a":[2,3]} ,"],", null ]')).toEqual(['1', '{"a":[2,3]}', '"],"', 'null']);
  });

  it('can be removed without a change of the other elements', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { minLength: 1 }),
        fc.func(fc.boolean()),
        (values, keep) => {
          const text = JSON.stringify(values);
          const bytes = Buffer.from(text);
          const all = elementsAt(bytes, spanOf(text));
          const kept = all.filter((_, index) => index === 0 || keep(index));
          const expected = values.filter((_, index) => index === 0 || keep(index));
          expect(cutElements(bytes, all, kept).toString()).toBe(JSON.stringify(expected));
        },
      ),
    );
  });
});
