import { readRateLimits } from './rate-limits.js';

it('reads the limits of a token and a workspace', () => {
  expect(readRateLimits('"token";q=1000;w=1, "workspace";q=2000;w=1')).toEqual([
    { name: 'token', requests: 1000, seconds: 1 },
    { name: 'workspace', requests: 2000, seconds: 1 },
  ]);
});

it('skips invalid entries', () => {
  expect(readRateLimits(null)).toEqual([]);
  expect(readRateLimits('x, "token";q=5;w=2')).toHaveLength(1);
});
