import { addIdentifiers } from './compared-ids.js';

function identifiersOf(text: string): string[] {
  const identifiers: string[] = [];
  const span = { start: 0, end: Buffer.byteLength(text) };
  addIdentifiers(Buffer.from(text), span, identifiers);
  return identifiers;
}

describe('addIdentifiers', () => {
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
    expect(identifiersOf(text)).toEqual(expected);
  });
});

it('returns the JSON text of an object with a string of 32 MiB', () => {
  const text = JSON.stringify({ id: ' '.repeat(32 * 1024 * 1024) });
  expect(identifiersOf(text)[0] === text).toBe(true);
});
