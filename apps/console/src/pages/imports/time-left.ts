/** Less than this much of the work says nothing about its pace. */
const LEAST_SHARE = 0.01;

/**
 * Seconds that work will go on, when it goes on as fast as until now.
 *
 * @param share what is done, from 0 to 1
 */
export function timeLeft(startedAt: number, share: number, now: number): number | undefined {
  if (share < LEAST_SHARE || now <= startedAt) return undefined;
  return ((now - startedAt) / 1000) * (1 / share - 1);
}
