import { ADVISORY_LOCKS } from './advisory-locks.js';

describe('the advisory locks', () => {
  it('differ, so that nobody waits for those who do something else', () => {
    const numbers = Object.values(ADVISORY_LOCKS);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
