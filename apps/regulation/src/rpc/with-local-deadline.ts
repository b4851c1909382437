import type { CommandContext, SentCommand } from '@lethe/contracts';

export interface Timed {
  readonly context: Pick<CommandContext, 'deadline'>;
}

/**
 * Sets the deadline by the local clock: the time of arrival plus the time that was left when the
 * command was sent. If the sender does not state the time left, the deadline of the sender stays.
 *
 * @param waitedMs milliseconds that the command can have waited unread in the socket
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
