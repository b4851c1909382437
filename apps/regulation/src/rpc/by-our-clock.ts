import type { CommandContext, SentCommand } from '@lethe/contracts';

/** A command whose deadline is in its context, or, of the feed, beside it. */
export type Timed = { readonly context: CommandContext } | { readonly deadline: number };

/**
 * Dates a command by our clock: what was left of its time when it was sent, from its arrival on. An
 * older gateway says only when it ends, by its own clock.
 *
 * @param waitedMs that it may have lain here unread
 */
export function byOurClock<T extends Timed>(
  { timeLeftMs, ...sent }: T & SentCommand,
  waitedMs = 0,
): T {
  const command = sent as unknown as T;
  if (timeLeftMs === undefined || !Number.isFinite(timeLeftMs)) return command;
  const deadline = Date.now() + timeLeftMs - waitedMs;
  if (!('context' in command)) return { ...command, deadline };
  return { ...command, context: { ...command.context, deadline } };
}
