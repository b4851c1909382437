import { z } from 'zod';
import { refusalTimes, refusalVariables } from './refusal-times.js';

const timesOf = (environment: object) =>
  refusalTimes(z.object(refusalVariables).parse(environment));

describe('refusalTimes', () => {
  it('lets a request wait for 2 s in all, less what it takes to say no', () => {
    expect(timesOf({})).toEqual({ connectTimeoutMs: 1_500, lookupMs: 1_800 });
  });

  it('follows LETHE_UNAVAILABLE_AFTER', () => {
    const times = timesOf({ LETHE_UNAVAILABLE_AFTER: '20' });
    expect(times).toEqual({ connectTimeoutMs: 19_500, lookupMs: 19_800 });
  });
});
