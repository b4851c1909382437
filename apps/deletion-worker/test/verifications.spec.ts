import type {
  ClaimDeletions,
  ClaimedDestination,
  DeletionWorkerCommands,
  HeartbeatDeletions,
  VerificationReport,
} from '@lethe/api/deletions';
import type { DeletionInput, ProviderVerification } from '@lethe/destinations';
import { DeletionWorker } from '../src/deletion-worker.js';
import type { DeletionWorkerOptions } from '../src/worker-options.js';
import { VirtualTime, WorkerClock } from './support/virtual-time.js';

const MINUTE = 60_000;
const VERIFIED = { status: 'verified' as const, record: { method: 'count' } };

const destination = (id: string, jobs = 1, more: Partial<ClaimedDestination> = {}) => ({
  ...{ workspaceId: 'ws', destinationId: id, destinationType: 'POSTGRES', task: 'verify' as const },
  jobs: Array.from({ length: jobs }, (_, index) => ({
    jobId: `${id}-${index}`,
    attempt: 0,
    users: [{ regulationId: `reg-${id}-${index}`, identifiers: { userId: `user-${index}` } }],
  })),
  ...more,
});

/**
 * Creates a worker whose service gives out `waiting` as long as slots are free. Each deletion in
 * `deletions` comes first. A report takes `reportMs`.
 */
function setUp(
  verify: ((input: DeletionInput) => Promise<ProviderVerification>) | undefined,
  waiting: ClaimedDestination[],
  further: Partial<DeletionWorkerOptions['parts']> = {},
  reportMs = 0,
) {
  const time = new VirtualTime();
  const claims: Pick<ClaimDeletions, 'destinations' | 'verifications'>[] = [];
  const beats: HeartbeatDeletions[] = [];
  const reports = new Map<string, VerificationReport>();
  const deleted: string[] = [];
  const deletions: ClaimedDestination[] = [];
  const batches: { readonly deletions: number; readonly verifications: number }[] = [];
  const commands: DeletionWorkerCommands = {
    claimDeletions: ({ destinations, verifications }) => {
      claims.push({ destinations, verifications: verifications! });
      const claimed = deletions.length > 0 ? deletions.splice(0) : waiting.splice(0, verifications);
      return Promise.resolve({ claimed, nextInMs: 1_000 });
    },
    heartbeatDeletions: (command) => {
      beats.push(command);
      return Promise.resolve({ held: command.verifications!.map(({ jobId }) => jobId) });
    },
    reportDeletions: async ({ reports: ofDeletions, verifications = [] }) => {
      batches.push({ deletions: ofDeletions.length, verifications: verifications.length });
      if (reportMs > 0) await time.pause(reportMs);
      deleted.push(...ofDeletions.map(({ jobId }) => jobId));
      for (const { jobId, outcome } of verifications) reports.set(jobId, outcome);
      return { results: [] };
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
  return { time, worker, claims, beats, reports, deleted, deletions, batches, run };
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
    // The counts of the record are about all users of the call.
    const ofThree = { ...VERIFIED, record: { method: 'count (counts of one check of 3 users)' } };
    expect([...reports.values()]).toEqual([
      ofThree,
      { ...ofThree, found: [{ regulationId: 'reg-d-1', count: 2 }] },
      { ...ofThree, doubtful: ['reg-d-2'], reason: 'doubtful: hu***' },
    ]);
    expect(deleted).toEqual([]);
  });

  it('says nothing about other users in the record of one user', async () => {
    const { reports, run } = setUp(() => Promise.resolve(VERIFIED), [destination('d')]);
    await run(1);
    expect(reports.get('d-0')).toEqual(VERIFIED);
  });

  it('asks again only for the jobs without an answer, and keeps what was found', async () => {
    const failed = { status: 'failed' as const, reason: 'status 500' };
    const refused = { status: 'cannot_be_checked' as const, reason: 'status 400' };
    const found = [{ regulationId: 'reg-d-1', count: 2 }];
    const { reports, run } = setUp(
      () =>
        Promise.resolve({
          ...{ ...VERIFIED, found },
          unanswered: [
            { regulationIds: ['reg-d-2', 'also-d-1'], outcome: failed },
            { regulationIds: ['reg-d-3'], outcome: refused },
          ],
        }),
      [
        destination('d', 4, {
          jobs: destination('d', 4).jobs.map((job, index) => ({
            ...job,
            users:
              index === 1
                ? [...job.users, { regulationId: 'also-d-1', identifiers: { userId: 'also' } }]
                : job.users,
          })),
        }),
      ],
    );
    await run(4);
    const verified = { ...VERIFIED, record: { method: 'count (counts of one check of 5 users)' } };
    expect([...reports.values()]).toEqual([
      verified,
      { ...verified, found, doubtful: ['also-d-1'], reason: 'status 500' },
      failed,
      { ...verified, doubtful: ['reg-d-3'], reason: 'status 400' },
    ]);
  });

  it('calls more slowly after a limit, also if some users were answered before', async () => {
    const calls: number[] = [];
    const waiting = [destination('d', 2)];
    const limit = { status: 'delayed' as const, cause: 'limit' as const, reason: 'status 429' };
    const { time, worker, reports } = setUp(
      async ({ beforeCall }) => {
        await beforeCall();
        calls.push(time.now);
        return { ...VERIFIED, unanswered: [{ regulationIds: ['reg-d-0'], outcome: limit }] };
      },
      waiting,
      { rateOf: () => 1 },
    );
    worker.start();
    await time.runUntil(() => reports.size === 2, MINUTE);
    expect([...reports.values()]).toEqual([limit, expect.objectContaining({ status: 'verified' })]);
    waiting.push(destination('d'));
    worker.wake();
    await time.runUntil(() => calls.length === 2, MINUTE);
    expect(calls[1]! - calls[0]!).toBeGreaterThanOrEqual(2_000);
  });

  it('leaves at least half of the slots to deletions', async () => {
    const waiting = Array.from({ length: 10 }, (_, index) => destination(`d${index}`));
    const { time, worker, claims } = setUp(() => new Promise(() => undefined), waiting);
    worker.start();
    await time.runUntil(() => time.now > 10_000, MINUTE);
    const [first, ...others] = claims;
    expect(first).toEqual({ destinations: 5, verifications: 2 });
    expect(new Set(others.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ destinations: 3, verifications: 0 })]),
    );
    expect(waiting).toHaveLength(8);
  });

  it('takes few at a time, and pauses, however many are due and however quickly they end', async () => {
    const waiting = Array.from({ length: 50 }, (_, index) => destination(`d${index}`));
    const { time, worker, reports } = setUp(() => Promise.resolve(VERIFIED), waiting);
    worker.start();
    await time.runUntil(() => time.now >= 1_000, MINUTE);
    expect(reports.size).toBeGreaterThanOrEqual(6);
    expect(reports.size).toBeLessThanOrEqual(10);
  });

  it('never keeps the report of a deletion waiting', async () => {
    const waiting = [destination('verified', 2_000), destination('other', 2_000)];
    const providerOf = () => ({
      delete: () => Promise.resolve({ status: 'complete' as const, record: { method: 'x' } }),
      verify: () => Promise.resolve(VERIFIED),
      close: () => Promise.resolve(),
    });
    const { time, worker, deletions, batches, reports } = setUp(
      undefined,
      waiting,
      { providerOf },
      20,
    );
    worker.start();
    await time.runUntil(() => batches.length === 3, MINUTE);
    const { workspaceId, destinationId, destinationType, jobs } = destination('deleted');
    deletions.push({ workspaceId, destinationId, destinationType, jobs });
    worker.wake();
    await time.runUntil(() => reports.size === 4_000, MINUTE);
    const deletion = { deletions: 1, verifications: 0 };
    expect(batches.filter(({ deletions: count }) => count > 0)).toEqual([deletion]);
    // It is not sent after the 20 batches of verifications, but beside the third or fourth one.
    expect(batches.slice(0, 5)).toContainEqual(deletion);
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
