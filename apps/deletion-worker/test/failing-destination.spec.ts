import type { DeletionOutcome } from '@lethe/destinations';
import { setUpWorker } from './support/set-up-worker.js';

const DONE: DeletionOutcome = { status: 'complete', record: { method: 'call' } };

describe('a destination that fails', () => {
  it('is called again after a second, and others meanwhile', async () => {
    const calls: [string, number][] = [];
    const { time, service, worker } = setUpWorker(async (input, clock) => {
      await input.beforeCall();
      calls.push([input.destinationId, clock.now().monotonic]);
      return input.destinationId === 'fails' ? { status: 'failed', reason: 'status 500' } : DONE;
    });
    for (let job = 0; job < 3; job += 1) service.add(`failing ${job}`, 'fails');
    for (let job = 0; job < 40; job += 1) service.add(`quiet ${job}`, 'quiet');
    worker.start();
    const of = (id: string) => calls.flatMap(([to, at]) => (to === id ? [at] : []));
    await time.runUntil(() => of('fails').length === 3, 60_000);
    const [first = 0, second = 0, third = 0] = of('fails');
    for (const pause of [second - first, third - second]) {
      expect(pause).toBeGreaterThanOrEqual(1_000);
      expect(pause).toBeLessThan(1_100);
    }
    expect(of('quiet').filter((at) => at < second)).toHaveLength(40);
  });
});
