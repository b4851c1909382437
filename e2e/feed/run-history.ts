import { type Random, waitFor } from '@lethe/testing';
import type { FeedClient } from './feed-client.js';
import { HABITS } from './habits.js';
import type { Writers } from './writers.js';

export interface Polling {
  readonly client: FeedClient;
  readonly habit: keyof typeof HABITS;
  /**
   * Another client. At the start of a round, `client` sometimes takes the state of this other
   * client, as from a backup.
   */
  readonly backupOf?: FeedClient;
  /** Whether the client starts only when half of the history is written. */
  readonly late?: boolean;
}

export interface History {
  readonly writers: Writers;
  readonly callers: number;
  /** Steps of each caller. */
  readonly steps: number;
  readonly clients: readonly Polling[];
  readonly random: Random;
}

const FROM_BACKUP = 0.3;
/** Maximum milliseconds of a step, which usually takes at most 0.1 s. */
const STEP_MS = 10_000;

/**
 * Lets callers write and clients poll at the same time. When everything is written, each client
 * polls once more.
 *
 * @returns the problems that the clients found, each once
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
