import { LetheError } from '@lethe/contracts';

/**
 * Rejects a command after its deadline, because its caller has already received a failure.
 *
 * @throws LetheError `unavailable` after the deadline
 */
export function assertInTime(context: { readonly deadline: number }, now = Date.now()): void {
  if (now > context.deadline) throw new LetheError('unavailable');
}
