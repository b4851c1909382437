import { DetailsCollector } from '@lethe/contracts';
import { readTime } from './read-time.js';

function read(given: unknown): string | undefined {
  const problems = new DetailsCollector();
  const time = readTime('created_after', given, problems);
  expect(problems.isEmpty).toBe(given === undefined || time !== undefined);
  return time;
}

describe('a time', () => {
  it.each([
    ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21t08:00:00z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T08:00:00.123456789+02:00', '2026-11-21T06:00:00.123Z'],
    ['2024-02-29T23:59:59-23:59', '2024-03-01T23:58:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('%s is %s', (given, time) => {
    expect(read(given)).toBe(time);
  });

  it.each([
    '',
    'yesterday',
    '2026-11-21',
    '2026-11-21 08:00:00Z',
    '2026-11-21T08:00:00',
    '2026-11-21T08:00:00 02:00',
    '2026-02-30T08:00:00Z',
    '2025-02-29T08:00:00Z',
    '2026-13-01T08:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T08:60:00Z',
    '2026-11-21T08:00:60Z',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00+01:00',
    '0000-12-31T00:00:00Z',
    '+12026-11-21T08:00:00Z',
    1_700_000_000,
    null,
    ['2026-11-21T08:00:00Z'],
  ])('%j is none', (given) => {
    expect(read(given)).toBeUndefined();
  });

  it('may be left out', () => {
    expect(read(undefined)).toBeUndefined();
  });
});
