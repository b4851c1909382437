import { formatTime } from './format-time.js';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const relative = (seconds: number, mayBeAhead = false) =>
  formatTime(new Date(NOW + seconds * 1000), { mode: 'relative', now: NOW, mayBeAhead });

describe('a relative time', () => {
  it.each([
    [-51, '51 seconds ago'],
    [-1, 'just now'],
    [1, 'just now'],
    [51, 'just now'],
    [86_400, 'just now'],
  ])('of %d seconds from now is never ahead where it is past: %s', (seconds, words) => {
    expect(relative(seconds)).toBe(words);
  });

  it('is ahead where it may be: a deadline, a next attempt', () => {
    expect(relative(51, true)).toBe('in 51 seconds');
    expect(relative(-120, true)).toBe('2 minutes ago');
  });
});
