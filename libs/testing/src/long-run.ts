/** True in `npm run test:long`, which runs long tests. */
export const isLongRun = process.env.LETHE_TEST_LONG === 'true';

/**
 * Returns the amount of work of a test, such as a number of rounds or the seconds of an outage.
 *
 * @param usual amount for `npm test`, with which the test takes only seconds
 * @param long amount for `npm run test:long`, which runs before a release
 */
export function usualOrLong<T>(usual: T, long: T): T {
  return isLongRun ? long : usual;
}
