import type { DatabaseConnection } from '@lethe/database';
import type { Logger } from '@lethe/observability';
import { repeatChore } from './repeat-chore.js';

const ENOUGH_ROUNDS = 100;

describe('repeatChore', () => {
  it('goes on while rounds fail, says so once, and ends after the round in which it was stopped', async () => {
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
      rounds += 1; // what is in hand is waited for
    };
    const chore = { everyMs: 1, failure: 'it did not work', round };
    await repeatChore(chore, { database, logger }, stopping.signal);
    expect(rounds).toBe(ENOUGH_ROUNDS + 1);
    // One line, and one more for each ten seconds on a machine that is busy.
    expect(lines.length).toBeLessThan(ENOUGH_ROUNDS / 2);
    expect(new Set(lines)).toEqual(new Set(['it did not work']));
  });
});
