import type { DeletionSummaryDto } from '@lethe/api/deletions';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeletionState } from '@lethe/contracts';
import type { DeletionManagementCommands } from '@lethe/api/deletions';
import type { Command } from 'commander';
import { CommandFailure, type CommandContext } from '../command-context.js';
import { count } from '../count.js';
import { showSummary } from './show-deletions.js';
import { requestOf, withDeletions, type OfWorkspace } from './with-deletions.js';

/** Milliseconds from one look to the next, and how many times of what a look took: a million open jobs take a third of a second. */
const PAUSE = { ms: 1_000, looks: 10 };

interface WatchOptions extends OfWorkspace {
  readonly destination?: string;
}

const NOTES = `
Jobs that are on hold, or whose destination is paused, are open: the line names them. Ctrl-C ends it.

Exit codes: 0 all have ended and none failed permanently meanwhile, 1 some failed permanently, or are still open.`;

export function addWatch(deletions: Command, context: CommandContext): void {
  deletions
    .command('watch')
    .summary('Follow deletion jobs until all have ended.')
    .description('Say how many deletion jobs are open until all have ended, and sum up.')
    .requiredOption('--workspace <id>', 'workspace')
    .option('--destination <id>', 'of this destination only')
    .addHelpText('after', NOTES)
    .action(({ workspace, destination }: WatchOptions) =>
      withDeletions(context, { workspace, destination }, async (commands) => {
        const look = () => lookAt(commands, workspace, destination);
        const first = await look();
        const last = await follow(context, first, look);
        context.show(last, () => showSummary(last));
        const open = openIn(last);
        if (open > 0) throw new CommandFailure(`${count(open, 'job')} not ended yet.`);
        const aborted = jobsIn(last, 'aborted') - jobsIn(first, 'aborted');
        if (aborted > 0) {
          throw new CommandFailure(
            `${count(aborted, 'job')} failed permanently. "deletions list --needs-attention" says why.`,
          );
        }
      }),
    );
}

async function lookAt(
  commands: DeletionManagementCommands,
  workspace: string,
  destination: string | undefined,
): Promise<DeletionSummaryDto> {
  const { destinations } = await commands.summarizeDeletionJobs({ context: requestOf(workspace) });
  const isAsked = (id: string) => destination === undefined || id === destination;
  return { destinations: destinations.filter(({ destinationId }) => isAsked(destinationId)) };
}

/** A line whenever something has changed. @returns the last look */
async function follow(
  context: CommandContext,
  first: DeletionSummaryDto,
  look: () => Promise<DeletionSummaryDto>,
): Promise<DeletionSummaryDto> {
  const signal = context.untilInterrupted();
  let last = first;
  let said = '';
  for (let tookMs = 0; openIn(last) > 0;) {
    const line = progressOf(last);
    if (line !== said) context.note(line);
    said = line;
    const pauseMs = Math.max(PAUSE.ms, tookMs * PAUSE.looks);
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const begin = performance.now();
    last = await look();
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
    ...(held === 0 ? [] : [`${held} held`]),
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
