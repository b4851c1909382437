import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import { toDeliveryAnswer } from './to-delivery-answer.js';

const KEPT = 64 * 1024;
const answerOf = (type: string | undefined, body: string | Buffer, truncated = false) =>
  toDeliveryAnswer(
    {
      url: 'https://example.com/',
      status: 200,
      headers: type === undefined ? {} : { 'content-type': type },
      body: Buffer.from(body as string),
      truncated,
    },
    KEPT,
  );
const bodyOf = (type: string | undefined, body: string | Buffer) => answerOf(type, body).body;

describe('toDeliveryAnswer', () => {
  it.each([
    ['application/json', '{"a":[1]}', { a: [1] }],
    ['application/json; charset=utf-8', '"text"', 'text'],
    ['application/json', 'null', null],
    ['application/problem+json', '[]', []],
    ['application/json', 'not json', 'not json'],
    ['application/json', '', ''],
    ['text/plain', 'OK', 'OK'],
    ['text/plain', '{"a":1}', '{"a":1}'],
    ['TEXT/HTML; charset=x', '<p>ü', '<p>ü'],
    ['application/soap+xml', '<a/>', '<a/>'],
    ['text/plain; charset=iso-8859-1', Buffer.from([0xfc]), 'ü'],
    ['image/png', Buffer.from([1, 2]), ''],
    ['application/octet-stream', 'text', ''],
    [undefined, ' {"a":1}', { a: 1 }],
    [undefined, '17 things', '17 things'],
    [undefined, Buffer.from([0xff, 0xfe, 0xfd]), ''],
    [undefined, '', ''],
  ])('converts a body of the type %s: %j', (type, body, expected) => {
    expect(answerOf(type, body)).toEqual({ status: 200, body: expected, truncated: false });
  });

  it('keeps a body of exactly the maximum length, and cuts a longer body', () => {
    const json = JSON.stringify('a'.repeat(KEPT - 2));
    expect(answerOf('application/json', json)).toEqual({
      status: 200,
      body: 'a'.repeat(KEPT - 2),
      truncated: false,
    });
    expect(answerOf('application/json', `${json} `)).toEqual({
      status: 200,
      body: json,
      truncated: true,
    });
  });

  it('does not parse the JSON of a truncated answer', () => {
    expect(answerOf('application/json', '{"a":1}', true)).toEqual({
      status: 200,
      body: '{"a":1}',
      truncated: true,
    });
    expect(answerOf('image/png', 'x', true)).toEqual({ status: 200, body: '', truncated: true });
  });

  it('cuts a body between two characters', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.constantFrom('é', '€', '😀'), (shift, character) => {
        const text = 'x'.repeat(shift) + character.repeat(KEPT);
        const { body, truncated } = answerOf('text/plain', text);
        expect(truncated).toBe(true);
        expect(text.startsWith(body as string)).toBe(true);
        const length = Buffer.byteLength(body as string);
        expect(length).toBeLessThanOrEqual(KEPT);
        expect(length).toBeGreaterThan(KEPT - 4);
      }),
      { numRuns: usualOrLong(20, 2_000) },
    );
  });

  it('does not parse JSON with too many levels', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    expect(bodyOf('application/json', deep)).toBe(deep);
  });
});
