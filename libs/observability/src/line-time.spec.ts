import fc from 'fast-check';
import { timeOfLine } from './line-time.js';

/** Times of lines, of which some are in the same second. A clock can also be set back. */
const TIMES = fc.array(
  fc.oneof(
    fc.integer({ min: 1_700_000_000_000, max: 1_700_000_003_000 }),
    fc.integer({ min: 0, max: 253_402_300_799_999 }),
  ),
);

describe('timeOfLine', () => {
  it('formats every time like toISOString', () => {
    fc.assert(
      fc.property(TIMES, (times) => {
        for (const now of times) {
          expect(timeOfLine(now)).toBe(`,"time":"${new Date(now).toISOString()}"`);
        }
      }),
    );
  });
});
