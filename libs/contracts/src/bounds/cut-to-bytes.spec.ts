import { cutToBytes } from './cut-to-bytes.js';

describe('cutToBytes', () => {
  it('leaves what fits', () => {
    expect(cutToBytes('ab€', 5)).toBe('ab€');
    expect(cutToBytes('', 0)).toBe('');
  });

  it('cuts between characters, and the ellipsis counts', () => {
    expect(cutToBytes('abcdef', 5)).toBe('ab…');
    expect(cutToBytes('a€€', 6)).toBe('a…');
    expect(cutToBytes('😀😀', 7)).toBe('😀…');
  });

  it('replaces half characters', () => {
    expect(cutToBytes('a\ud800b', 10)).toBe('a\ufffdb');
  });
});
