import { cutToBytes } from './cut-to-bytes.js';

describe('cutToBytes', () => {
  it('does not change a text that fits', () => {
    expect(cutToBytes('ab€', 5)).toBe('ab€');
    expect(cutToBytes('', 0)).toBe('');
  });

  it('cuts between two characters, so that the text with the ellipsis fits', () => {
    expect(cutToBytes('abcdef', 5)).toBe('ab…');
    expect(cutToBytes('a€€', 6)).toBe('a…');
    expect(cutToBytes('😀😀', 7)).toBe('😀…');
  });

  it('replaces lone surrogates', () => {
    expect(cutToBytes('a\ud800b', 10)).toBe('a\ufffdb');
  });
});
