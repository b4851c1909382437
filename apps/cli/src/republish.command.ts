import { setTimeout as sleep } from 'node:timers/promises';
import type { PublishProgress } from '@lethe/regulation';
import type { Command } from 'commander';
import { CommandFailure, type CommandContext } from './command-context.js';
import { withDatabase } from './open-database.js';

const POLL_EVERY_MS = 500;
const NOTICE_MS = 5_000;
/**
 * Maximum wait for the relay record. It is long, because the relay counts all users before it
 * writes the record.
 */
const RECORD_WAIT_MS = 120_000;

const NOTES = `
The relay publishes the states in the background, from the oldest change to the newest. Until it has
finished, event filters that start wait for it; filters that run are not affected. Ctrl-C ends the
command, and the relay continues.

Example:
  lethe topics republish`;

export function addRepublishCommand(topics: Command, context: CommandContext): void {
  topics
    .command('republish')
    .summary('Publish the suppressions of all users again.')
    .description(
      'Publish the current suppressions of every user again. The relay does this automatically when Kafka was replaced, or when the suppressions topic has lost records.',
    )
    .addHelpText('after', NOTES)
    .action(async () => {
      // Imported only here, because loading the service takes a second.
      const { REGULATION_SCHEMA, republishAll, publishProgress } =
        await import('@lethe/regulation');
      await withDatabase(context, [REGULATION_SCHEMA], async ({ query }) => {
        const before = await publishProgress(query);
        if (before.isInProcess) {
          throw new CommandFailure(
            'Lethe runs without Kafka here, so there is no topic to publish to. If you start it with Kafka later, it publishes all suppressions automatically: you do not need this command.',
          );
        }
        await republishAll(query);
        await follow(() => publishProgress(query), before.last, context);
      });
    });
}

/** Prints the progress until everything is published, or until Ctrl-C. */
async function follow(
  poll: () => Promise<PublishProgress>,
  target: number,
  context: CommandContext,
): Promise<void> {
  const signal = context.untilInterrupted();
  let noticeAt = 0;
  let publishedAt: number | undefined;
  while (!signal.aborted) {
    const { position, isComplete, isRelayed } = await poll();
    if (isComplete) {
      context.show({ isComplete }, () => ['Everything is published.']);
      return;
    }
    const now = performance.now();
    if (position >= target && isRelayed) publishedAt ??= now;
    if (publishedAt !== undefined && now - publishedAt > RECORD_WAIT_MS) {
      throw new CommandFailure(
        'Everything is published, but the relay did not write the record that says so (the relay record). Check the log of the regulation service.',
      );
    }
    if (now >= noticeAt) context.note(describe(position, target, isRelayed));
    if (now >= noticeAt) noticeAt = now + NOTICE_MS;
    await sleep(POLL_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  context.show({ isComplete: false }, () => ['The relay continues in the background.']);
}

function describe(position: number, target: number, isRelayed: boolean): string {
  if (!isRelayed)
    return 'No relay is running. Everything is published as soon as a regulation service runs.';
  if (position >= target) return 'Published. Waiting for the relay record.';
  const percent = Math.floor((100 * position) / target);
  return `Published ${percent} % (change ${position} of ${target}).`;
}
