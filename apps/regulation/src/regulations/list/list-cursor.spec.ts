import fc from 'fast-check';
import { decodeListCursor, encodeListCursor } from './list-cursor.js';

const refusal = expect.objectContaining({ code: 'invalid_cursor' }) as Error;

describe('cursor', () => {
  it('comes back as the id it was made of', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string(), (id, workspace) => {
        expect(decodeListCursor(workspace, encodeListCursor(workspace, id))).toBe(id);
      }),
    );
  });

  it('is refused in another workspace', () => {
    const cursor = encodeListCursor('ws_a', '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11');
    expect(() => decodeListCursor('ws_b', cursor)).toThrow(refusal);
  });

  it.each([
    '',
    'x',
    'A'.repeat(29),
    'A'.repeat(30),
    '='.repeat(30),
    'é'.repeat(30),
    `${'A'.repeat(30)}\n`,
  ])('refuses %j', (cursor) => {
    expect(() => decodeListCursor('ws_a', cursor)).toThrow(refusal);
  });
});
