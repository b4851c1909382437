import { z } from 'zod';
import { unavailableTimes, unavailableVariables } from './unavailable-after.js';

const timesOf = (environment: object) =>
  unavailableTimes(z.object(unavailableVariables).parse(environment));

describe('unavailableTimes', () => {
  it('leaves time to send the refusal within the default of 2 s', () => {
    expect(timesOf({})).toEqual({ connectTimeoutMs: 1_500, lookupMs: 1_800 });
  });

  it('increases with LETHE_UNAVAILABLE_AFTER', () => {
    const times = timesOf({ LETHE_UNAVAILABLE_AFTER: '20' });
    expect(times).toEqual({ connectTimeoutMs: 19_500, lookupMs: 19_800 });
  });
});
