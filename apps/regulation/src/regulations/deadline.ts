import { LetheError } from '@lethe/contracts';

/**
 * Refuses what nobody waits for any more: the caller has been told that it failed.
 *
 * @throws LetheError `unavailable` past the deadline
 */
export function assertInTime(context: { readonly deadline: number }, now = Date.now()): void {
  if (now > context.deadline) throw new LetheError('unavailable');
}
