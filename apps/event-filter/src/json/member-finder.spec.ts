import fc from 'fast-check';
import { MemberFinder } from './member-finder.js';

function find(text: string, name: string): string | undefined {
  const bytes = Buffer.from(text);
  const finder = new MemberFinder(['other', name]);
  if (finder.find(bytes, 0) !== bytes.length) throw new Error('no object');
  const span = finder.spanOf(1);
  return span && bytes.toString('utf8', span.start, span.end);
}

describe('MemberFinder', () => {
  it('finds what JSON.parse finds', () => {
    const key = fc.oneof(fc.constantFrom('userId', 'é', '__proto__'), fc.string());
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), key, (object, name) => {
        const found = find(JSON.stringify(object), name);
        const expected = Object.hasOwn(object, name) ? JSON.stringify(object[name]) : undefined;
        expect(found).toBe(expected);
      }),
    );
  });

  it('takes the last of a repeated name', () => {
    expect(find('{"userId":1,"a":{"userId":2},"userId" : "3" }', 'userId')).toBe('"3"');
  });

  it('knows a name by what it says, however it is written', () => {
    expect(find('{"\\u0075ser\\u0049d":"x"}', 'userId')).toBe('"x"');
    expect(find('{"a\\"b":1}', 'a"b')).toBe('1');
  });

  it('does not look into members, nor at names that begin alike', () => {
    expect(
      find('{"context":{"userId":1},"userId2":2,"user":3,"x":["userId"]}', 'userId'),
    ).toBeUndefined();
  });

  it('says that there is no object', () => {
    for (const text of ['[]', '"a"', '{"a":}', '{', '']) {
      expect(new MemberFinder(['a']).find(Buffer.from(text), 0)).toBe(-1);
    }
  });

  it('forgets the object before', () => {
    const finder = new MemberFinder(['a']);
    finder.find(Buffer.from('{"a":1}'), 0);
    finder.find(Buffer.from('{}'), 0);
    expect(finder.spanOf(0)).toBeUndefined();
  });
});
