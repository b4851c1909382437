import type {
  ClaimDeletions,
  ClaimedDestination,
  DeletionWorkerCommands,
  HeartbeatDeletions,
  VerificationReport,
} from '@lethe/api/deletions';
import type { DeletionInput, VerificationOutcome } from '@lethe/destinations';
import { DeletionWorker } from '../src/deletion-worker.js';
import type { DeletionWorkerOptions } from '../src/worker-options.js';
import { VirtualTime, WorkerClock } from './support/virtual-time.js';

const MINUTE = 60_000;
const VERIFIED: VerificationOutcome = { status: 'verified', record: { method: 'count' } };

const destination = (id: string, jobs = 1, more: Partial<ClaimedDestination> = {}) => ({
  ...{ workspaceId: 'ws', destinationId: id, destinationType: 'POSTGRES', task: 'verify' as const },
  jobs: Array.from({ length: jobs }, (_, index) => ({
    jobId: `${id}-${index}`,
    attempt: 0,
    users: [{ regulationId: `reg-${id}-${index}`, identifiers: { userId: `user-${index}` } }],
  })),
  ...more,
});

/** Creates a worker whose service gives out `waiting` as long as slots are free. */
function setUp(
  verify: ((input: DeletionInput) => Promise<VerificationOutcome>) | undefined,
  waiting: ClaimedDestination[],
  further: Partial<DeletionWorkerOptions['parts']> = {},
) {
  const time = new VirtualTime();
  const claims: Pick<ClaimDeletions, 'destinations' | 'verifications'>[] = [];
  const beats: HeartbeatDeletions[] = [];
  const reports = new Map<string, VerificationReport>();
  const deleted: string[] = [];
  const commands: DeletionWorkerCommands = {
    claimDeletions: ({ destinations, verifications }) => {
      claims.push({ destinations, verifications: verifications! });
      return Promise.resolve({ claimed: waiting.splice(0, verifications), nextInMs: 1_000 });
    },
    heartbeatDeletions: (command) => {
      beats.push(command);
      return Promise.resolve({ held: command.verifications!.map(({ jobId }) => jobId) });
    },
    reportDeletions: ({ reports: ofDeletions, verifications = [] }) => {
      deleted.push(...ofDeletions.map(({ jobId }) => jobId));
      for (const { jobId, outcome } of verifications) reports.set(jobId, outcome);
      return Promise.resolve({ results: [] });
    },
  };
  const worker = new DeletionWorker({
    commands,
    clock: new WorkerClock(time),
    worker: 'worker',
    concurrency: 5,
    leaseMs: MINUTE,
    onServiceFailure: () => undefined,
    parts: {
      findTarget: (workspaceId, id) =>
        Promise.resolve({
          ...{ id, workspaceId, type: 'POSTGRES', connectionMode: 'cloud' },
          config: {
            ...{ host: 'db', database: 'd', user: 'u', password: 'hunter2-hunter2' },
            deletionTables: [{ table: 't', userIdColumn: 'id' }],
          },
        }),
      providerOf: () => ({
        delete: () => Promise.reject(new Error('a verification must never delete')),
        ...(verify && { verify }),
        close: () => Promise.resolve(),
      }),
      rateOf: () => 1_000,
      onDefect: () => undefined,
      ...further,
    },
  });
  const run = async (count: number) => {
    worker.start();
    await time.runUntil(() => reports.size === count, 10 * MINUTE);
  };
  return { time, worker, claims, beats, reports, deleted, run };
}

describe('a verification by the deletion worker', () => {
  it('asks for all users of a destination in one call, and reports to each job its own users', async () => {
    const asked: string[][] = [];
    const { reports, deleted, run } = setUp(
      ({ users }) => {
        asked.push(users.map(({ identifiers }) => identifiers.userId));
        return Promise.resolve({
          ...VERIFIED,
          found: [{ regulationId: 'reg-d-1', count: 2 }],
          doubtful: ['reg-d-2'],
          reason: 'doubtful: hunter2-hunter2',
        });
      },
      [destination('d', 3)],
    );
    await run(3);
    expect(asked).toEqual([['user-0', 'user-1', 'user-2']]);
    expect([...reports.values()]).toEqual([
      VERIFIED,
      { ...VERIFIED, found: [{ regulationId: 'reg-d-1', count: 2 }] },
      { ...VERIFIED, doubtful: ['reg-d-2'], reason: 'doubtful: hu***' },
    ]);
    expect(deleted).toEqual([]);
  });

  it('leaves at least half of the slots to deletions', async () => {
    const waiting = Array.from({ length: 10 }, (_, index) => destination(`d${index}`));
    const { time, worker, claims } = setUp(() => new Promise(() => undefined), waiting);
    worker.start();
    await time.runUntil(() => claims.length >= 3, MINUTE);
    expect(claims.slice(0, 2)).toEqual([
      { destinations: 5, verifications: 2 },
      { destinations: 3, verifications: 0 },
    ]);
    expect(waiting).toHaveLength(8);
  });

  it('renews the lease of a long verification', async () => {
    const { time, worker, beats } = setUp(() => new Promise(() => undefined), [destination('d')]);
    worker.start();
    await time.runUntil(() => beats.length > 0, 10 * MINUTE);
    expect(beats[0]).toMatchObject({ jobs: [], verifications: [{ jobId: 'd-0' }] });
  });

  it.each([
    [
      'the destination is gone',
      { findTarget: () => Promise.resolve(undefined) },
      'deleted after the deletion',
    ],
    ['no provider exists', { providerOf: () => undefined }, 'cannot delete users there'],
    ['the provider cannot verify', {}, 'cannot ask destinations of this type'],
  ])('cannot check if %s', async (_what, parts, reason) => {
    const { reports, run } = setUp(undefined, [destination('d')], parts);
    await run(1);
    expect(reports.get('d-0')).toEqual({
      ...{ status: 'cannot_be_checked', reason: expect.stringContaining(reason) as string },
    });
  });

  it('is tried again after an internal error and while the configuration cannot be read', async () => {
    const broken = setUp(() => Promise.reject(new TypeError('of user-0')), [destination('d')]);
    await broken.run(1);
    expect(broken.reports.get('d-0')).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(broken.reports.get('d-0'))).not.toContain('user-0');
    const unreadable = setUp(() => Promise.resolve(VERIFIED), [destination('d')], {
      findTarget: () => Promise.reject(new Error('down')),
    });
    await unreadable.run(1);
    expect(unreadable.reports.get('d-0')).toMatchObject({ status: 'delayed', cause: 'outage' });
  });
});
