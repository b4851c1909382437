import { type Random, waitFor } from '@lethe/testing';
import type { FeedClient } from './feed-client.js';
import { HABITS } from './habits.js';
import type { Writers } from './writers.js';

/** A client, and what it is known to do. */
export interface Polling {
  readonly client: FeedClient;
  readonly habit: keyof typeof HABITS;
  /** Whose state it sometimes begins a round with, as one does that was set up from a backup. */
  readonly backupOf?: FeedClient;
  /** Begins when half of the history is written. */
  readonly late?: boolean;
}

export interface History {
  readonly writers: Writers;
  /** Callers at the same time. */
  readonly callers: number;
  /** Of each caller. */
  readonly steps: number;
  readonly clients: readonly Polling[];
  readonly random: Random;
}

const FROM_BACKUP = 0.3;
/** A step takes 0.1 s or less; one that takes longer than this hangs. */
const STEP_MS = 10_000;

/**
 * Has callers write and clients poll, all at the same time, and each client once more when
 * everything is written.
 *
 * @returns what the clients found wrong, each thing once
 */
export async function runHistory(history: History): Promise<string[]> {
  const { writers, callers, steps, clients, random } = history;
  let isOver = false;
  const run = async ({ client, habit, backupOf, late = false }: Polling): Promise<void> => {
    if (late) {
      const isHalfOver = (): boolean => isOver || 2 * writers.done >= callers * steps;
      await waitFor(isHalfOver, { timeoutMs: steps * STEP_MS, message: 'half of the history' });
    }
    while (!isOver) {
      if (backupOf !== undefined && random.chance(FROM_BACKUP)) client.continueFrom(backupOf);
      await HABITS[habit](client, random);
    }
    await client.catchUpAndCheck();
  };
  const runs = clients.map(async (polling) => {
    try {
      await run(polling);
    } catch (error) {
      polling.client.problems.push(`${polling.client.name}: ${String(error)}`);
    }
  });
  await writers.write(callers, steps).finally(() => {
    isOver = true;
  });
  await Promise.all(runs);
  return [...new Set(clients.flatMap(({ client }) => client.problems))];
}
