import type { DeletionSummaryDto } from '@lethe/api/deletions';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeletionState } from '@lethe/contracts';
import type { DeletionManagementCommands } from '@lethe/api/deletions';
import type { Command } from 'commander';
import { CommandFailure, type CommandContext } from '../command-context.js';
import { count } from '../count.js';
import { showSummary } from './show-deletions.js';
import { requestOf, withDeletions, type OfWorkspace } from './with-deletions.js';

/**
 * Pause between polls. It is at least `ms`, and at least `polls` times as long as a poll. A poll
 * takes 1/3 s with a million open jobs.
 */
const PAUSE = { ms: 1_000, polls: 10 };

interface WatchOptions extends OfWorkspace {
  readonly destination?: string;
}

const NOTES = `
Jobs on hold and jobs of a paused destination count as open. The progress line shows how many jobs are on hold, and how
many destinations are paused. Ctrl-C ends the command.

Exit codes: 0 all jobs have ended and none failed permanently meanwhile, 1 jobs failed permanently or are still open.`;

export function addWatch(deletions: Command, context: CommandContext): void {
  deletions
    .command('watch')
    .summary('Follow deletion jobs until all have ended.')
    .description('Show how many deletion jobs are open until all have ended, then show a summary.')
    .requiredOption('--workspace <id>', 'workspace')
    .option('--destination <id>', 'only jobs of this destination')
    .addHelpText('after', NOTES)
    .action(({ workspace, destination }: WatchOptions) =>
      withDeletions(context, { workspace, destination }, async (commands) => {
        const poll = () => pollSummary(commands, workspace, destination);
        const first = await poll();
        const last = await follow(context, first, poll);
        context.show(last, () => showSummary(last));
        const open = openIn(last);
        if (open > 0) throw new CommandFailure(`${count(open, 'job')} still open.`);
        const aborted = jobsIn(last, 'aborted') - jobsIn(first, 'aborted');
        if (aborted > 0) {
          throw new CommandFailure(
            `${count(aborted, 'job')} failed permanently. "deletions list --needs-attention" shows the reasons.`,
          );
        }
      }),
    );
}

async function pollSummary(
  commands: DeletionManagementCommands,
  workspace: string,
  destination: string | undefined,
): Promise<DeletionSummaryDto> {
  const { destinations } = await commands.summarizeDeletionJobs({ context: requestOf(workspace) });
  const isWanted = (id: string) => destination === undefined || id === destination;
  return { destinations: destinations.filter(({ destinationId }) => isWanted(destinationId)) };
}

/**
 * Prints a line after each change.
 *
 * @returns the last summary
 */
async function follow(
  context: CommandContext,
  first: DeletionSummaryDto,
  poll: () => Promise<DeletionSummaryDto>,
): Promise<DeletionSummaryDto> {
  const signal = context.untilInterrupted();
  let last = first;
  let lastLine = '';
  for (let tookMs = 0; openIn(last) > 0;) {
    const line = progressOf(last);
    if (line !== lastLine) context.note(line);
    lastLine = line;
    const pauseMs = Math.max(PAUSE.ms, tookMs * PAUSE.polls);
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const begin = performance.now();
    last = await poll();
    tookMs = performance.now() - begin;
  }
  return last;
}

function progressOf(summary: DeletionSummaryDto): string {
  const states = (['running', 'failed', 'complete', 'aborted'] as const).flatMap((state) => {
    const jobs = jobsIn(summary, state);
    return jobs === 0 ? [] : [`${jobs} ${state}`];
  });
  const held = summary.destinations.reduce((sum, destination) => sum + destination.held, 0);
  const paused = summary.destinations.filter(({ pausedAt }) => pausedAt !== undefined).length;
  return [
    `${openIn(summary)} open`,
    ...states,
    ...(held === 0 ? [] : [`${held} on hold`]),
    ...(paused === 0 ? [] : [`${count(paused, 'destination')} paused`]),
  ].join(', ');
}

function openIn(summary: DeletionSummaryDto): number {
  const open = ['pending', 'running', 'failed'] as const;
  return open.reduce((sum, state) => sum + jobsIn(summary, state), 0);
}

function jobsIn({ destinations }: DeletionSummaryDto, state: DeletionState): number {
  return destinations.reduce((sum, { states }) => sum + (states[state]?.jobs ?? 0), 0);
}
