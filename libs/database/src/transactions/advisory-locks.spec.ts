import { ADVISORY_LOCKS } from './advisory-locks.js';

describe('ADVISORY_LOCKS', () => {
  it('have different numbers, so that unrelated tasks do not wait for each other', () => {
    const numbers = Object.values(ADVISORY_LOCKS);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
