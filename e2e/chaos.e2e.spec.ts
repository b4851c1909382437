import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithKafka, testLog, usualOrLong } from '@lethe/testing';
import { runChaos } from './chaos/run-chaos.js';

/** The same seed in each test run. `npm run chaos` uses other seeds. */
const SEED = 20_261_123;
const LENGTH_MS = usualOrLong(15_000, 60_000);

describeWithKafka('a system in which everything fails', () => {
  it('keeps every promise, and recovers after the last fault', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lethe-chaos-'));
    testLog(`the history is in ${folder}, and stays there unless all is well`);
    const { problems, summary } = await runChaos({
      ...{ seed: SEED, lengthMs: LENGTH_MS },
      historyFile: join(folder, 'history.jsonl'),
    });
    testLog(JSON.stringify(summary));
    expect(problems).toEqual([]);
    // A run without acknowledged requests could break no promise.
    expect(summary.operations.create?.acknowledged).toBeGreaterThan(0);
    expect(summary.deliveredRuns).toBeGreaterThan(0);
    expect(summary.events.passed).toBeGreaterThan(0);
    expect(summary.events.dropped).toBeGreaterThan(0);
    expect(Object.values(summary.faults).length).toBeGreaterThan(0);
    expect(Object.keys(summary.spans)).toEqual(
      expect.arrayContaining([
        'lethe-gateway: POST /v2/regulations',
        'lethe-regulation: publish',
        'lethe-deletion-worker: delete',
        'lethe-event-filter: drop',
      ]),
    );
    rmSync(folder, { recursive: true, force: true });
  });
});
