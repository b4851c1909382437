import fc from 'fast-check';
import { decodeListCursor, encodeListCursor, REGULATION_LIST } from './list-cursor.js';

const encode = (workspace: string, id: string, list = REGULATION_LIST) =>
  encodeListCursor(list, workspace, id);
const decode = (workspace: string, cursor: string) =>
  decodeListCursor(REGULATION_LIST, workspace, cursor);
const refusal = expect.objectContaining({ code: 'invalid_cursor' }) as Error;

describe('cursor', () => {
  it('decodes to the encoded id', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string(), (id, workspace) => {
        expect(decode(workspace, encode(workspace, id))).toBe(id);
      }),
    );
  });

  it('is rejected in a different workspace and in a different list', () => {
    const id = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';
    expect(() => decode('ws_b', encode('ws_a', id))).toThrow(refusal);
    const other = encode('ws_a', id, { ...REGULATION_LIST, name: 'other' });
    expect(() => decode('ws_a', other)).toThrow(refusal);
  });

  it.each([
    '',
    'x',
    'A'.repeat(29),
    'A'.repeat(30),
    '='.repeat(30),
    'é'.repeat(30),
    `${'A'.repeat(30)}\n`,
  ])('is rejected when malformed: %j', (cursor) => {
    expect(() => decode('ws_a', cursor)).toThrow(refusal);
  });
});
