import type { ClaimedJob } from '@lethe/api/deletions';
import type { DeletionInput, DeletionOutcome } from '@lethe/destinations';
import { workOnDestination } from '../src/jobs/work-on-destination.js';
import { LeasedDestination } from '../src/leases/leased-destination.js';
import { Lease } from '../src/leases/lease.js';
import { TokenBuckets } from '../src/rate/token-buckets.js';
import { VirtualTime, WorkerClock } from './support/virtual-time.js';

const job = (jobId: string): ClaimedJob => ({
  jobId,
  attempt: 0,
  users: [{ regulationId: `reg-${jobId}`, identifiers: { userId: jobId } }],
});

describe('jobs of one pass', () => {
  it('get separate outcomes if the provider refuses the pass because of one user', async () => {
    const clock = new WorkerClock(new VirtualTime());
    const lease = new Lease(clock, clock.now(), 60_000);
    const jobs = ['a', 'b', 'bad', 'c', 'd'].map(job);
    const destination = { workspaceId: 'ws', destinationId: 'dst', destinationType: 'WEBHOOK' };
    const holding = new LeasedDestination({ ...destination, jobs }, 'claim', lease);
    const passes: string[] = [];
    const deletes = ({ users }: DeletionInput): Promise<DeletionOutcome> => {
      const ids = users.map(({ identifiers }) => identifiers.userId);
      passes.push(ids.join(' '));
      return Promise.resolve(
        ids.includes('bad')
          ? { status: 'refused', reason: 'One of them.' }
          : { status: 'complete', record: { method: 'call' } },
      );
    };
    const reports = await workOnDestination(holding, {
      clock,
      leaseMs: 60_000,
      heartbeats: { beat: () => Promise.resolve(true) },
      buckets: new TokenBuckets(clock),
      hasStopped: () => false,
      parts: {
        findTarget: (workspaceId, id) =>
          Promise.resolve({
            ...{ id, workspaceId, type: 'WEBHOOK', connectionMode: 'cloud' as const },
            config: { deletionUrl: 'https://x.example/d' },
          }),
        providerOf: () => ({ delete: deletes, close: () => Promise.resolve() }),
        rateOf: () => 1_000,
        onDefect: () => undefined,
      },
    });
    expect(reports.map(({ jobId, outcome }) => [jobId, outcome.status])).toEqual([
      ['a', 'complete'],
      ['b', 'complete'],
      ['bad', 'refused'],
      ['c', 'complete'],
      ['d', 'complete'],
    ]);
    expect(passes[0]).toBe('a b bad c d');
  });
});
