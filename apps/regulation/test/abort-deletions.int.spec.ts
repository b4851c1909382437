import { randomUUID } from 'node:crypto';
import { endExpiredLeases } from '../src/deletions/sweep/end-expired-leases.js';
import { DeletionService, DONE } from './deletion-service.js';
import { contextOf, newTestService, type TestService } from './test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await newTestService();
  for (const id of ['gone', 'stays']) service.catalog.addWebhook(id);
});
afterAll(() => service.close());

/** @returns the ids of the regulations */
async function order(workspaceId: string, count: number): Promise<string[]> {
  const { records } = await service.commands.createRegulations({
    context: contextOf(workspaceId),
    ...{
      regulationType: 'suppress_with_delete',
      destinationIds: ['gone', 'stays'],
      users: Array.from({ length: count }, (_, n) => ({ userId: `user-${n}` })),
    },
    wantRecords: true,
  });
  return records!.map(({ id }) => id);
}
const abort = (workspaceId = 'ws_a') =>
  service.commands.abortDeletions({
    context: contextOf(workspaceId),
    destinationId: 'gone',
  });
const deletionsOf = async (id: string, workspaceId = 'ws_a') =>
  (await service.commands.getRegulation({ context: contextOf(workspaceId), id })).deletions;
const facts = () =>
  service.database.query<{ key: string }>(
    "select key from regulation.outbox where event_type like '%deletion-status-changed%'",
  );

describe('abortDeletions', () => {
  it('ends only waiting jobs of the destination, stores the reason, and publishes a fact for each user', async () => {
    // A webhook job has at most 100 users, and one transaction ends at most 10 jobs.
    const ids = await order('ws_a', 1_150);
    const [foreign] = await order('ws_b', 1);
    const wakes = service.wakes();
    await abort();

    const time = expect.any(String) as string;
    const waits = {
      attempts: 0,
      overdue: false,
      nextAttemptAt: time,
      dueAt: time,
      status: 'pending',
    };
    const stays = { ...waits, jobId: time, history: [] };
    const reason = 'The destination was deleted.';
    const aborted = {
      ...{
        destinationId: 'gone',
        status: 'aborted',
        attempts: 0,
        overdue: false,
        finishedAt: time,
        dueAt: time,
      },
      ...{ reason, jobId: time, history: [{ at: time, outcome: 'aborted', reason }] },
    };
    expect(await deletionsOf(ids[0]!)).toEqual([aborted, { ...stays, destinationId: 'stays' }]);
    expect(await deletionsOf(ids.at(-1)!)).toContainEqual(aborted);
    expect(await deletionsOf(foreign!, 'ws_b')).toContainEqual({ ...stays, destinationId: 'gone' });
    expect((await facts()).map(({ key }) => key).sort()).toEqual([...ids].sort());
    expect(service.wakes()).toBeGreaterThan(wakes);
  });

  it('publishes nothing when it is repeated', async () => {
    const before = (await facts()).length;
    await Promise.all([abort(), abort()]);
    expect(await facts()).toHaveLength(before);
  });

  it('ends jobs that wait for another attempt, but no leased jobs', async () => {
    const states = async () =>
      (
        await service.database.query<{ state: string }>(
          "select state from regulation.deletion_jobs where workspace_id = 'ws_c' and destination_id = 'gone' order by id",
        )
      ).map(({ state }) => state);
    await order('ws_c', 101);
    await service.database.query(
      `update regulation.deletion_jobs set state = case when id % 2 = 0 then 'running' else 'failed' end
       where workspace_id = 'ws_c'`,
    );
    const before = await states();
    await service.database.query(
      `update regulation.deletion_lanes set paused_at = now(), delays = 3, delayed_until = now() + interval '1 h'
        where workspace_id = 'ws_c'`,
    );
    await abort('ws_c');
    expect(
      await service.database.query(
        `select delays, paused_at from regulation.deletion_lanes
          where workspace_id = 'ws_c' and destination_id = 'gone'`,
      ),
    ).toEqual([]);
    expect(await states()).toEqual(
      before.map((state) => (state === 'running' ? 'running' : 'aborted')),
    );
    expect(new Set(before)).toEqual(new Set(['running', 'failed']));
  });
});

describe('a destination that is deleted while a job is leased', () => {
  let deletions: DeletionService;
  beforeEach(async () => {
    deletions = await DeletionService.start();
    deletions.service.catalog.addWebhook('gone');
  });
  afterEach(() => deletions.close());

  const claimAndAbort = async () => {
    await deletions.order(['gone'], [{ userId: 'ann' }, { userId: 'bob' }]);
    const claimId = randomUUID();
    const { claimed } = await deletions.claim({ claimId });
    const jobId = claimed[0]!.jobs[0]!.jobId;
    await deletions.service.commands.abortDeletions({
      context: contextOf(),
      destinationId: 'gone',
    });
    return { claimId, jobId };
  };
  const aborted = {
    state: 'aborted',
    reason: expect.stringMatching(/^The destination was deleted while/) as string,
  };

  it.each([
    { status: 'failed', reason: 'HTTP 500' } as const,
    { status: 'refused', reason: 'HTTP 400' } as const,
    { status: 'released', reason: 'The worker stops.' } as const,
  ])('ends the job when the worker reports $status', async (outcome) => {
    const leased = await claimAndAbort();
    await deletions.report([{ ...leased, outcome }]);
    expect(await deletions.jobs()).toMatchObject([aborted]);
  });

  it('lets the job wait again after a release, if the removal of the destination can still fail (`mayStay`)', async () => {
    await deletions.order(['gone'], [{ userId: 'ann' }]);
    const claimId = randomUUID();
    const { claimed } = await deletions.claim({ claimId });
    const command = { context: contextOf(), destinationId: 'gone', mayStay: true };
    await deletions.service.commands.abortDeletions(command);
    const jobId = claimed[0]!.jobs[0]!.jobId;
    const outcome = { status: 'released', reason: 'The worker stops.' } as const;
    await deletions.report([{ jobId, claimId, outcome }]);
    expect(await deletions.jobs()).toMatchObject([{ state: 'pending' }]);
  });

  it('ends the job when its lease expires', async () => {
    await claimAndAbort();
    await deletions.passLeases();
    await endExpiredLeases(deletions.database, 'lethe');
    expect(await deletions.jobs()).toMatchObject([aborted]);
  });

  it('ends the leased job, but no later job of a destination that is recreated with the same id', async () => {
    const leased = await claimAndAbort();
    await deletions.order(['gone'], [{ userId: 'cyd' }]);
    await deletions.report([{ ...leased, outcome: { status: 'failed', reason: 'HTTP 500' } }]);
    await deletions.passDelays();
    expect(await deletions.attempt(() => DONE)).toHaveLength(1);
    expect(await deletions.jobs()).toMatchObject([aborted, { state: 'complete' }]);
  });
});
