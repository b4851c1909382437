import type { CommandContext, SentCommand } from '@lethe/contracts';

/** A command with a deadline. */
export interface Timed {
  readonly context: Pick<CommandContext, 'deadline'>;
}

/**
 * Sets the deadline of a command by the local clock: its arrival plus the time that was left when
 * it was sent. Without that time, the deadline by the sender's clock is kept.
 *
 * @param waitedMs milliseconds for which the command may have waited unread in the socket
 */
export function withLocalDeadline<T extends Timed>(
  { timeLeftMs, ...sent }: T & SentCommand,
  waitedMs = 0,
): T {
  const command = sent as unknown as T;
  if (timeLeftMs === undefined || !Number.isFinite(timeLeftMs)) return command;
  const deadline = Date.now() + timeLeftMs - waitedMs;
  return { ...command, context: { ...command.context, deadline } };
}
