import fc from 'fast-check';
import { cutElements, elementsAt, identifiersAt } from './json-values.js';

const whole = (text: string) => ({ start: 0, end: Buffer.byteLength(text) });

describe('identifiersAt', () => {
  it.each([
    ['"ann"', ['ann']],
    ['"a\\u006en \\"\\ud83d\\ude00"', ['ann "😀']],
    ['"é"', ['é']],
    ['"42.0"', ['42.0']],
    ['42', ['42']],
    ['42.0', ['42.0', '42']],
    ['4.2e1', ['4.2e1', '42']],
    ['-1.50', ['-1.50', '-1.5']],
    ['1e999999999', ['1e999999999']],
    ['12345678901234567890', ['12345678901234567890']],
    ['true', ['true']],
    ['{ "a b" : [ 1.0 , " x\\" " ] }', ['{"a b":[1.0," x\\" "]}']],
    ['null', []],
  ])('reads %s as %j', (text, expected) => {
    expect(identifiersAt(Buffer.from(text), whole(text))).toEqual(expected);
  });
});

it('an identifier may be an object with a long string', () => {
  const text = JSON.stringify({ id: ' '.repeat(32 * 1024 * 1024) });
  expect(identifiersAt(Buffer.from(text), whole(text))[0] === text).toBe(true);
});

describe('elements of an array', () => {
  const texts = (text: string) => {
    const bytes = Buffer.from(text);
    return elementsAt(bytes, whole(text)).map(({ start, end }) =>
      bytes.toString('utf8', start, end),
    );
  };

  it('are found as they are written', () => {
    expect(texts('[]')).toEqual([]);
    expect(texts('[ ]')).toEqual([]);
    expect(texts('[ 1 , {"a":[2,3]} ,"],", null ]')).toEqual(['1', '{"a":[2,3]}', '"],"', 'null']);
  });

  it('can be cut out, and all else stays', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { minLength: 1 }),
        fc.func(fc.boolean()),
        (values, keep) => {
          const text = JSON.stringify(values);
          const bytes = Buffer.from(text);
          const all = elementsAt(bytes, whole(text));
          const kept = all.filter((_, index) => index === 0 || keep(index));
          const expected = values.filter((_, index) => index === 0 || keep(index));
          expect(cutElements(bytes, all, kept).toString()).toBe(JSON.stringify(expected));
        },
      ),
    );
  });
});
