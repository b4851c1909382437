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
  it('finds the same value as JSON.parse', () => {
    const key = fc.oneof(fc.constantFrom('userId', 'é', '__proto__'), fc.string());
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), key, (object, name) => {
        const found = find(JSON.stringify(object), name);
        const expected = Object.hasOwn(object, name) ? JSON.stringify(object[name]) : undefined;
        expect(found).toBe(expected);
      }),
    );
  });

  it('uses the last of several members with the same name', () => {
    expect(find('{"userId":1,"a":{"userId":2},"userId" : "3" }', 'userId')).toBe('"3"');
  });

  it('recognises an escaped name', () => {
    expect(find('{"\\u0075ser\\u0049d":"x"}', 'userId')).toBe('"x"');
    expect(find('{"a\\"b":1}', 'a"b')).toBe('1');
    expect(find('{"a\\\\n":1,"a\\n":2}', 'a\\n')).toBe('1');
    expect(find('{"a\\\\n":1,"a\\n":2}', 'a\n')).toBe('2');
    expect(find('{"user\\u0000":1,"user\\u0049d":2}', 'userId')).toBe('2');
  });

  it('ignores nested members and names that only begin like the name', () => {
    expect(
      find('{"context":{"userId":1},"userId2":2,"user":3,"x":["userId"]}', 'userId'),
    ).toBeUndefined();
  });

  it('returns -1 if no valid object starts at the position', () => {
    for (const text of ['[]', '"a"', '{"a":}', '{', '']) {
      expect(new MemberFinder(['a']).find(Buffer.from(text), 0)).toBe(-1);
    }
  });

  it('clears the result of the previous object', () => {
    const finder = new MemberFinder(['a']);
    finder.find(Buffer.from('{"a":1}'), 0);
    finder.find(Buffer.from('{}'), 0);
    expect(finder.spanOf(0)).toBeUndefined();
  });

  it('finds nested members in the same pass, and uses the last of repeated members', () => {
    const inner = new MemberFinder(['id']);
    const finder = new MemberFinder(['a', 'b'], [inner]);
    const idIn = (text: string) => {
      expect(finder.find(Buffer.from(text), 0)).toBe(text.length);
      const span = inner.spanOf(0);
      return span && text.slice(span.start, span.end);
    };
    expect(idIn('{"b":{"id":0},"a":{"x":[{"id":1}],"id":2}}')).toBe('2');
    expect(idIn('{"a":{"id":1},"a":{}}')).toBeUndefined();
    expect(idIn('{"a":{"id":1},"a":[{"id":2}]}')).toBeUndefined();
    expect(idIn('{"b":1}')).toBeUndefined();
    expect(finder.find(Buffer.from('{"a":{"id":1}'), 0)).toBe(-1);
    expect(finder.find(Buffer.from('{"a":{"id":}}'), 0)).toBe(-1);
  });
});
