import type { CommandContext, SentCommand } from '@lethe/contracts';

/** A command with a deadline: in its context, or for the feed in the command itself. */
export type Timed =
  { readonly context: Pick<CommandContext, 'deadline'> } | { readonly deadline: number };

/**
 * Sets the deadline of a command by the local clock: its arrival plus the time that was left when
 * it was sent. An older gateway sends only a deadline by its own clock, which is kept.
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
  if (!('context' in command)) return { ...command, deadline };
  return { ...command, context: { ...command.context, deadline } };
}
