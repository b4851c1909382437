import { parseExpiry } from './parse-expiry.js';

describe('parseExpiry', () => {
  const now = Date.parse('2026-11-21T08:00:00Z');

  it.each([
    ['12h', '2026-11-21T20:00:00.000Z'],
    ['90d', '2027-02-19T08:00:00.000Z'],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00.000Z'],
    ['2027-01-31T12:00+02:00', '2027-01-31T10:00:00.000Z'],
  ])('parses %s', (text, time) => {
    expect(parseExpiry(text, now)?.toISOString()).toBe(time);
  });

  it.each([
    'tomorrow',
    '',
    '0d',
    '-1d',
    '90',
    '1000000d',
    '2027-13-01',
    '2027-02-30T25:00:00Z',
    '2026-11-21',
    '2027-01-31T12:00:00', // no time zone
  ])('rejects "%s"', (text) => {
    expect(parseExpiry(text, now)).toBeUndefined();
  });
});
