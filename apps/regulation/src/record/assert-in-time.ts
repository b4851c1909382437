import { LetheError } from '@lethe/contracts';

/**
 * Refuses a command whose deadline has passed: its caller has got a failure already.
 *
 * @throws LetheError `unavailable` past the deadline
 */
export function assertInTime(context: { readonly deadline: number }, now = Date.now()): void {
  if (now > context.deadline) throw new LetheError('unavailable');
}
