import { expiresAt, expiriesWithin } from './expiry.js';

const NOW = Date.parse('2026-11-24T12:00:00Z');

it('offers no expiry that is later than the expiry of the token', () => {
  expect(expiriesWithin(undefined, NOW)).toEqual(['30', '90', '365', 'never', 'date']);
  expect(expiriesWithin('2027-01-31T00:00:00Z', NOW)).toEqual(['30', 'longest', 'date']);
});

it('adds days to the current time, and uses the end of a chosen day', () => {
  expect(expiresAt('30', '', undefined, NOW)).toBe('2026-12-24T12:00:00.000Z');
  expect(expiresAt('date', '2026-12-31', undefined, NOW)).toBe('2026-12-31T23:59:59.000Z');
  expect(expiresAt('never', '', undefined, NOW)).toBeUndefined();
});

it('uses the expiry of the token if the token expires on the chosen day', () => {
  const ends = '2026-12-31T08:00:00.000Z';
  expect(expiresAt('date', '2026-12-31', ends, NOW)).toBe(ends);
  expect(expiresAt('longest', '', ends, NOW)).toBe(ends);
});
