import type { DatabaseConnection } from '@lethe/database';
import type { Logger } from '@lethe/observability';
import { runPeriodically } from './run-periodically.js';

const ENOUGH_ROUNDS = 100;

describe('runPeriodically', () => {
  it('continues after failures, logs one line, and awaits the last round', async () => {
    const stopping = new AbortController();
    const lines: string[] = [];
    const logger = { warn: (_: object, line: string) => lines.push(line) } as unknown as Logger;
    const database = { isConnected: true } as DatabaseConnection;
    let rounds = 0;
    const round = async (signal: AbortSignal): Promise<void> => {
      rounds += 1;
      if (rounds < ENOUGH_ROUNDS) throw new Error('away');
      stopping.abort();
      expect(signal.aborted).toBe(true);
      await new Promise(setImmediate);
      rounds += 1; // happens only if the round in progress is awaited
    };
    const job = { everyMs: 1, failure: 'it did not work', round };
    await runPeriodically(job, { database, logger }, stopping.signal);
    expect(rounds).toBe(ENOUGH_ROUNDS + 1);
    // The log gets one line. On a slow machine, it gets one more line every ten seconds.
    expect(lines.length).toBeLessThan(ENOUGH_ROUNDS / 2);
    expect(new Set(lines)).toEqual(new Set(['it did not work']));
  });
});
