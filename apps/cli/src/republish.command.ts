import { setTimeout as sleep } from 'node:timers/promises';
import type { PublishProgress } from '@lethe/regulation';
import type { Command } from 'commander';
import { CommandFailure, type CommandContext } from './command-context.js';
import { withDatabase } from './open-database.js';

const LOOK_EVERY_MS = 500;
const NOTICE_MS = 5_000;
/** The relay counts the users before it writes its record. */
const RECORD_WAIT_MS = 120_000;

const NOTES = `
The relay does it, also one that is at work: from the oldest change to the newest, with those that
come meanwhile. Until it is done, filters that start wait for it; those that run go on. Ctrl-C leaves,
and the relay goes on.

Example:
  npm run lethe -- topics republish`;

export function addRepublishCommand(topics: Command, context: CommandContext): void {
  topics
    .command('republish')
    .summary('Tell again who is suppressed.')
    .description(
      'Have the present state of every user published again. The relay does so by itself when Kafka is another one, or the topic of suppressions has lost records.',
    )
    .addHelpText('after', NOTES)
    .action(async () => {
      // The whole service takes a second to load.
      const { REGULATION_SCHEMA, republishAll, publishProgress } =
        await import('@lethe/regulation');
      await withDatabase(context, [REGULATION_SCHEMA], async ({ query }) => {
        const before = await publishProgress(query);
        if (before.isInProcess) {
          throw new CommandFailure(
            'This Lethe publishes inside its process: there is no topic. Started with Kafka, it tells everything by itself.',
          );
        }
        await republishAll(query);
        await follow(() => publishProgress(query), before.last, context);
      });
    });
}

/** Prints the progress until all is published, or until Ctrl-C. */
async function follow(
  look: () => Promise<PublishProgress>,
  target: number,
  context: CommandContext,
): Promise<void> {
  const signal = context.untilInterrupted();
  let noticeAt = 0;
  let toldAt: number | undefined;
  while (!signal.aborted) {
    const { position, isComplete, isRelayed } = await look();
    if (isComplete) {
      context.show({ isComplete }, () => ['Everything is told.']);
      return;
    }
    const now = performance.now();
    if (position >= target && isRelayed) toldAt ??= now;
    if (toldAt !== undefined && now - toldAt > RECORD_WAIT_MS) {
      throw new CommandFailure(
        'Everything is told, but the relay does not say so on its topic: see its log.',
      );
    }
    if (now >= noticeAt) context.note(describe(position, target, isRelayed));
    if (now >= noticeAt) noticeAt = now + NOTICE_MS;
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  context.show({ isComplete: false }, () => ['The relay goes on by itself.']);
}

function describe(position: number, target: number, isRelayed: boolean): string {
  if (!isRelayed) return 'No relay is at work now: everything is told once one is.';
  if (position >= target) return 'Told. Waiting for the record of the relay that says so.';
  const percent = Math.floor((100 * position) / target);
  return `Told ${percent} % (change ${position} of ${target}).`;
}
