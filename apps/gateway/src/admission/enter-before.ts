import { LetheError } from '@lethe/contracts';

/**
 * Waits for a turn until a deadline.
 *
 * @param deadline in ms since 1970
 * @param enter ends with the reason of the signal when that comes
 * @throws LetheError `unavailable` once the deadline is over; what `enter` throws
 */
export async function enterBefore(
  deadline: number,
  enter: (late: AbortSignal) => Promise<void>,
): Promise<void> {
  const late = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
  try {
    await enter(late);
  } catch (error) {
    throw error === late.reason ? new LetheError('unavailable', { cause: error }) : error;
  }
}
