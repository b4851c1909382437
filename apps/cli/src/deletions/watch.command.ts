import type { DeletionSummaryDto } from '@lethe/api/deletions';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeletionState } from '@lethe/contracts';
import type { Command } from 'commander';
import type { ApiClient } from '../api/api-client.js';
import { connectApi } from '../api/connect-api.js';
import { PERSON, PROGRAM, type RetryBudget } from '../api/retry-budget.js';
import { CommandFailure, Interrupted, type CommandContext } from '../command-context.js';
import { count } from '../count.js';
import { requireDestination } from './require-destination.js';
import { showSummary } from './show-deletions.js';
import { SUMMARY_PATH } from './summary.command.js';

/**
 * Pause between polls. It is at least `ms`, and at least `polls` times as long as a poll. A poll
 * takes 1/3 s with a million open jobs.
 */
const PAUSE = { ms: 1_000, polls: 10 };

interface WatchOptions {
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
    .option('--destination <id>', 'only jobs of this destination')
    .addHelpText('after', NOTES)
    .action(async ({ destination }: WatchOptions) => {
      const api = await connectApi(context);
      const poll = (budget: RetryBudget) => pollSummary(api, destination, budget);
      const first = await poll(PERSON);
      if (first.destinations.length === 0 && destination !== undefined) {
        await requireDestination(api, destination);
      }
      const last = await follow(context, api.signal, first, () => poll(PROGRAM));
      context.show(last, () => showSummary(last));
      const open = openIn(last);
      if (open > 0) throw new CommandFailure(`${count(open, 'job')} still open.`);
      const aborted = jobsIn(last, 'aborted') - jobsIn(first, 'aborted');
      if (aborted > 0) {
        throw new CommandFailure(
          `${count(aborted, 'job')} failed permanently. "deletions list --needs-attention" shows the reasons.`,
        );
      }
    });
}

async function pollSummary(
  api: ApiClient,
  destination: string | undefined,
  retryBudget: RetryBudget,
): Promise<DeletionSummaryDto> {
  const request = { method: 'GET', path: SUMMARY_PATH, retryBudget } as const;
  const { destinations } = await api.json<DeletionSummaryDto>(request);
  const isWanted = (id: string) => destination === undefined || id === destination;
  return { destinations: destinations.filter(({ destinationId }) => isWanted(destinationId)) };
}

/**
 * Prints a line after each change.
 *
 * @param signal aborted by Ctrl-C
 * @returns the last summary
 */
async function follow(
  { note }: CommandContext,
  signal: AbortSignal,
  first: DeletionSummaryDto,
  poll: () => Promise<DeletionSummaryDto>,
): Promise<DeletionSummaryDto> {
  let last = first;
  let lastLine = '';
  for (let tookMs = 0; openIn(last) > 0;) {
    const line = progressOf(last);
    if (line !== lastLine) note(line);
    lastLine = line;
    const pauseMs = Math.max(PAUSE.ms, tookMs * PAUSE.polls);
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    const begin = performance.now();
    try {
      last = await poll();
    } catch (error) {
      if (error instanceof Interrupted) break;
      throw error;
    }
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
