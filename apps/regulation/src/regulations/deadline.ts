import { LetheError, type CommandContext } from '@lethe/contracts';

/**
 * Refuses what nobody waits for any more: the caller has been told that it failed.
 *
 * @throws LetheError `unavailable` past the deadline
 */
export function assertInTime(context: CommandContext, now = Date.now()): void {
  if (now > context.deadline) throw new LetheError('unavailable');
}
