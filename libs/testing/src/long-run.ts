/** Whether this is `npm run test:long`, which has time for long histories. */
export const isLongRun = process.env.LETHE_TEST_LONG === 'true';

/**
 * How much of something a test does: histories, rounds, seconds of an outage.
 *
 * @param usual in `npm test`: what finds a mistake within seconds
 * @param long in `npm run test:long`: what a release deserves
 */
export function usualOrLong<T>(usual: T, long: T): T {
  return isLongRun ? long : usual;
}
