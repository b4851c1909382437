import fc from 'fast-check';
import { skipBlanks, skipValue } from './skip-json.js';

function isJson(text: string): boolean {
  const bytes = Buffer.from(text);
  const end = skipValue(bytes, skipBlanks(bytes, 0));
  return end >= 0 && skipBlanks(bytes, end) === bytes.length;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('skipValue', () => {
  it('accepts the same texts as JSON.parse', () => {
    const json = fc.json({ maxDepth: 4 });
    fc.assert(
      fc.property(
        json,
        fc.nat(),
        fc.constantFrom('', ...Array.from('{}[]",:\\-+.0e1tn \n\u0000é')),
        (text, at, char) => {
          const position = at % (text.length + 1);
          const broken = text.slice(0, position) + char + text.slice(position + (at % 2));
          expect(isJson(text)).toBe(true);
          expect([broken, isJson(broken)]).toEqual([broken, parses(broken)]);
        },
      ),
      { numRuns: process.env.LETHE_TEST_LONG === 'true' ? 3_000_000 : 3_000 },
    );
  });

  it.each([
    ...['', ' ', '-', '01', '-01', '1.', '.5', '1e', '1e+', '+1', '0x1', 'tru', 'nulll', 'NaN'],
    ...['"', '"\\', '"\\x"', '"\\u12g4"', '"\\u123', '"\u0001"', '"a" "b"', "'a'", '\ufeff{}'],
    ...[
      '[',
      '[1',
      '[1,',
      '[1,]',
      '[,]',
      '[1 2]',
      '{',
      '{"a"',
      '{"a":',
      '{"a":1',
      '{"a":1,}',
      '{a:1}',
    ],
    ...['{"a" 1}', '{"a":1]', '[1}', '{1:1}', '}', '[[]', '{"a":{}}}'],
  ])('rejects %j, as JSON.parse does', (text) => {
    expect(parses(text)).toBe(false);
    expect(isJson(text)).toBe(false);
  });

  it.each([
    '0',
    '-0',
    '1e400',
    '-1.5E-7',
    ' [ ] ',
    '\t{ }\r\n',
    '"\\u00e9\\/\\b"',
    '"é\u2028\u007f"',
  ])('accepts %j, as JSON.parse does', (text) => {
    expect(parses(text)).toBe(true);
    expect(isJson(text)).toBe(true);
  });

  it('accepts the same nesting as JSON.parse, also of more containers than an integer has bits', () => {
    const kinds = fc.array(fc.boolean(), { maxLength: 110, size: 'max' });
    const damage = fc.option(fc.tuple(fc.nat(), fc.constantFrom(...'[]{},:1')));
    fc.assert(
      fc.property(kinds, kinds, damage, (outer, inner, change) => {
        const nested = (objects: boolean[], value: string) =>
          objects.reduceRight(
            (text, isObject) => (isObject ? `{"a":[],"b":${text},"c":{}}` : `[{},${text},[]]`),
            value,
          );
        const text = nested(outer, `[${nested(inner, '1')},${nested(inner, '{}')}]`);
        expect(isJson(text)).toBe(true);
        if (change === null) return;
        const at = change[0] % text.length;
        const broken = text.slice(0, at) + change[1] + text.slice(at + 1);
        expect([broken, isJson(broken)]).toEqual([broken, parses(broken)]);
      }),
    );
  });

  it('accepts JSON of any depth', () => {
    const depth = 100_000;
    expect(isJson('['.repeat(depth) + ']'.repeat(depth))).toBe(true);
    expect(isJson('['.repeat(depth) + ']'.repeat(depth - 1))).toBe(false);
  });
});
