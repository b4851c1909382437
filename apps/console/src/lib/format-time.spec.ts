import { formatDate, formatLeft, formatTime } from './format-time.js';

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
  ])('%d seconds from now is by default shown as "%s"', (seconds, words) => {
    expect(relative(seconds)).toBe(words);
  });

  it('can be in the future if it is a deadline or a next attempt', () => {
    expect(relative(51, true)).toBe('in 51 seconds');
    expect(relative(-120, true)).toBe('2 minutes ago');
    expect(relative(1, true)).toBe('now');
  });
});

it.each([
  [40 * 86_400, '40 days left'],
  [86_400 + 3_599, '1 day left'],
  [86_399, 'in 23 hours'],
  [-2 * 86_400, '2 days ago'],
])('a deadline %d seconds from now is shown as "%s"', (seconds, words) => {
  expect(formatLeft(new Date(NOW + seconds * 1000), NOW)).toBe(words);
});

it('shows day, time and zone of a date with legal relevance', () => {
  expect(formatDate(new Date('2026-12-26T09:05:30Z'))).toBe('26 Dec 2026, 09:05 UTC');
});
