import { randomUUID } from 'node:crypto';
import { endExpiredLeases } from '../src/deletions/sweep/end-expired-leases.js';
import { DeletionService, DONE } from './deletion-service.js';
import { contextOf } from './test-service.js';

let deletions: DeletionService;
beforeAll(async () => {
  deletions = await DeletionService.start();
});
afterAll(() => deletions.close());

let destination = 0;
/** Each test has a new destination. Jobs of earlier tests are ended. */
beforeEach(async () => {
  destination += 1;
  deletions.service.catalog.addWebhook(here());
  await deletions.database.query(
    `update regulation.deletion_jobs set state = 'aborted' where state not in ('complete', 'aborted', 'canceled')`,
  );
});
const here = () => `dst_${destination}`;
const order = (...userIds: string[]) =>
  deletions.order(
    [here()],
    userIds.map((userId) => ({ userId })),
  );
const jobsHere = async () =>
  (await deletions.jobs()).filter((job) => job.destination_id === here());
const cancel = (id: string) =>
  deletions.service.commands.cancelRegulation({
    context: contextOf(),
    id,
    allowedTypes: ['suppress_with_delete'],
  });
const sweep = () => endExpiredLeases(deletions.database, 'test.');

describe('a report', () => {
  it('completes a job only once, stores its record, and publishes the outcome for each user', async () => {
    const users = await order('a', 'b');
    const claimId = randomUUID();
    const { claimed } = await deletions.claim({ claimId });
    expect(claimed).toMatchObject([
      { workspaceId: 'ws_a', destinationId: here(), destinationType: 'WEBHOOK' },
    ]);
    const [job] = claimed[0]!.jobs;
    expect(job!.users.map(({ regulationId }) => regulationId)).toEqual([...users].sort());
    const reports = [{ jobId: job!.jobId, claimId, outcome: DONE }];
    expect(await deletions.report(reports)).toEqual({ results: ['taken'] });
    expect(await deletions.report(reports)).toEqual({ results: ['taken'] });
    const [row] = await jobsHere();
    expect(row).toMatchObject({ state: 'complete', record: { method: 'test' }, attempt: 0 });
    expect(row!.finished_at!.getTime()).toBeGreaterThanOrEqual(row!.started_at!.getTime());
    for (const id of users) expect(await deletions.told(id)).toEqual(['complete']);
  });

  it('completes the other users if it lists refused users, and fails each refused user in a separate job', async () => {
    const users = await order('a', 'b', 'c', 'd');
    const refused = [
      { regulationId: users[1]!, reason: 'no such customer' },
      { regulationId: users[3]!, reason: 'protected' },
      { regulationId: randomUUID(), reason: 'not of this job' },
    ];
    await deletions.attempt(() => ({ ...DONE, refused }) as typeof DONE);
    const rows = await jobsHere();
    expect(rows.map(({ state, reason, users: of }) => [state, reason, of])).toEqual([
      ['complete', null, [users[0], users[2]].sort()],
      ['aborted', 'no such customer', [users[1]]],
      ['aborted', 'protected', [users[3]]],
    ]);
    expect(await deletions.told(users[0]!)).toEqual(['complete']);
    expect(await deletions.told(users[3]!)).toEqual(['aborted']);
  });

  it('completes the other users if it lists users in doubt, and fails users in doubt in one job', async () => {
    const users = await order('a', 'b', 'c', 'd');
    const reason = 'doubtful: 3 rows in 2 objects, perhaps of b';
    const refused = [users[3]!, users[1]!].map((regulationId) => ({
      ...{ regulationId, reason, together: true },
    }));
    await deletions.attempt(() => ({ ...DONE, refused }) as typeof DONE);
    const rows = await jobsHere();
    expect(rows.map((row) => [row.state, row.reason, row.users])).toEqual([
      ['complete', null, [users[0], users[2]].sort()],
      ['aborted', 'doubtful: 3 rows in 2 objects, perhaps of ***', [users[1], users[3]].sort()],
    ]);
    expect(await deletions.told(users[3]!)).toEqual(['aborted']);
  });

  it('completes no user if it lists all users as refused', async () => {
    const users = await order('a', 'b');
    const refused = users.map((regulationId) => ({ regulationId, reason: 'no' }));
    await deletions.attempt(() => ({ ...DONE, refused }) as typeof DONE);
    expect((await jobsHere()).map(({ state, users: of }) => [state, of.length])).toEqual([
      ['aborted', 1],
      ['aborted', 1],
    ]);
  });

  it('splits a refused batch until the invalid user is alone', async () => {
    const users = await order(...Array.from({ length: 13 }, (_, n) => `user-${n}`));
    const bad = users[8]!;
    while (
      (
        await deletions.attempt((job) =>
          job.users.some(({ regulationId }) => regulationId === bad)
            ? { status: 'refused', reason: 'one of them is malformed' }
            : DONE,
        )
      ).length > 0
    );
    const rows = await jobsHere();
    const aborted = rows.filter(({ state }) => state === 'aborted');
    expect(aborted.map(({ users: of, attempt }) => [of, attempt])).toEqual([[[bad], 0]]);
    const complete = rows.filter(({ state }) => state === 'complete').flatMap((row) => row.users);
    expect([...complete, bad].sort()).toEqual([...users].sort());
  });

  it('completes 9,997 of 10,000 users if three are refused', async () => {
    deletions.service.catalog.add(here(), 'REDIS', 'cloud', { address: 'localhost:6379' });
    const users = await order(...Array.from({ length: 10_000 }, (_, n) => `many-${n}`));
    const bad = new Set([users[17]!, users[5_000]!, users[9_999]!]);
    for (;;) {
      const jobs = await deletions.attempt(({ users: of }) =>
        of.some(({ regulationId }) => bad.has(regulationId))
          ? { status: 'refused', reason: 'malformed' }
          : DONE,
      );
      if (jobs.length === 0) break;
    }
    const rows = await jobsHere();
    const usersIn = (state: string) =>
      rows.filter((row) => row.state === state).flatMap((row) => row.users);
    expect(usersIn('complete')).toHaveLength(9_997);
    expect(usersIn('aborted').sort()).toEqual([...bad].sort());
    expect(new Set(usersIn('complete')).size).toBe(9_997);
  });

  it('of a failure makes the job wait longer each time, and of the fourth failure makes it fail permanently', async () => {
    const [user] = await order('a');
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const [job] = await deletions.attempt(() => ({ status: 'failed', reason: 'HTTP 500' }));
      expect(job!.attempt).toBe(attempt - 1);
      const [row] = await jobsHere();
      expect(row).toMatchObject({ attempt, state: attempt < 4 ? 'failed' : 'aborted' });
      if (attempt < 4) waits.push(row!.waits);
      expect(await deletions.attempt(() => DONE)).toEqual([]);
      await deletions.passDelays();
    }
    for (const [index, minutes] of [1, 4, 16].entries()) {
      expect(waits[index]).toBeGreaterThan(minutes * 60 * 0.5);
      expect(waits[index]).toBeLessThan(minutes * 60 * 1.26);
    }
    expect(await deletions.told(user!)).toEqual(['failed', 'failed', 'failed', 'aborted']);
  });

  it('makes the destination back off for the time that a limit states, and counts no failure', async () => {
    await order('a');
    await order('b');
    await deletions.attempt(() => ({
      status: 'delayed',
      cause: 'limit',
      reason: 'HTTP 429',
      retryAfterMs: 3_600_000,
    }));
    const [first, second] = await jobsHere();
    expect(first).toMatchObject({ state: 'pending', attempt: 0, reason: 'HTTP 429' });
    expect(first!.waits).toBeGreaterThan(3_000);
    expect(second!.waits).toBeLessThanOrEqual(0);
    const { claimed, nextInMs } = await deletions.claim();
    expect(claimed).toEqual([]);
    expect(nextInMs).toBeGreaterThan(3_000_000);
  });

  it('of an accepted deletion lets other jobs run; the job is polled later, and fails permanently in the end', async () => {
    const [first] = await order('a');
    await order('b');
    await deletions.attempt(() => ({ status: 'accepted', statusUrl: 'https://example.com/1' }));
    const [accepted] = await jobsHere();
    expect(accepted).toMatchObject({
      state: 'pending',
      attempt: 0,
      accepted: { statusUrl: 'https://example.com/1' },
    });
    expect(accepted!.waits).toBeGreaterThan(50);
    // The destination has accepted the deletion, so a cancel does not withdraw the user.
    await cancel(first!);
    expect(await deletions.attempt(() => DONE)).toHaveLength(1);
    await deletions.passDelays();
    await deletions.attempt(({ accepted: order }) => {
      expect(order).toEqual(accepted!.accepted);
      return { status: 'accepted', statusUrl: 'https://example.com/2' };
    });
    expect((await jobsHere())[0]!.accepted).toEqual({
      ...accepted!.accepted,
      statusUrl: 'https://example.com/2',
    });
    await deletions.database.query(
      `update regulation.deletion_jobs
          set accepted = jsonb_set(accepted, '{acceptedAt}', '"2020-01-01T00:00:00.000Z"')
        where accepted is not null and state = 'pending'`,
    );
    await deletions.passDelays();
    await deletions.attempt(() => ({ status: 'accepted', statusUrl: 'https://example.com/3' }));
    expect((await jobsHere())[0]).toMatchObject({ state: 'aborted', users: [first] });
  });

  it('passes the job and its progress from a worker that stops to the next worker', async () => {
    await order('a');
    const claimId = randomUUID();
    const job = (await deletions.claim({ claimId })).claimed[0]?.jobs[0];
    await deletions.report([
      {
        jobId: job!.jobId,
        claimId,
        outcome: { status: 'released', reason: 'stopping' },
        progress: { object: 7 },
      },
    ]);
    const [again] = await deletions.attempt(() => DONE);
    expect(again).toMatchObject({ jobId: job!.jobId, attempt: 0, progress: { object: 7 } });
  });

  it('is not accepted for a job of another claim, and does not affect other reports', async () => {
    await order('a');
    deletions.service.catalog.addWebhook('dst_other');
    await deletions.order(['dst_other'], [{ userId: 'a' }]);
    const claimId = randomUUID();
    const { claimed } = await deletions.claim({ claimId });
    const [one, two] = claimed.flatMap(({ jobs }) => jobs);
    const { results } = await deletions.report([
      { jobId: one!.jobId, claimId: randomUUID(), outcome: DONE },
      { jobId: two!.jobId, claimId, outcome: DONE },
      { jobId: '999999999', claimId, outcome: DONE },
      { jobId: two!.jobId, claimId, outcome: { status: 'aborted', reason: 'too late' } },
      { jobId: two!.jobId, claimId, outcome: DONE },
    ]);
    expect(results).toEqual(['lease_lost', 'taken', 'lease_lost', 'lease_lost', 'taken']);
  });
});

describe('a lease', () => {
  it('counts as a failure when it expires; a late report is accepted only before the sweep', async () => {
    await order('a');
    const claimId = randomUUID();
    const job = (await deletions.claim({ claimId })).claimed[0]?.jobs[0];
    const beat = (leaseMs: number) =>
      deletions.service.commands.heartbeatDeletions({
        context: contextOf(),
        jobs: [{ jobId: job!.jobId, claimId }],
        leaseMs,
      });
    expect(await beat(60_000)).toEqual({ held: [job!.jobId] });
    expect(await sweep()).toBe(0);
    await deletions.passLeases([claimId]);
    expect(await beat(60_000)).toEqual({ held: [] });
    expect(await sweep()).toBe(1);
    expect(await deletions.report([{ jobId: job!.jobId, claimId, outcome: DONE }])).toEqual({
      results: ['lease_lost'],
    });
    expect((await jobsHere())[0]).toMatchObject({ state: 'failed', attempt: 1, claim_id: null });
    await deletions.passDelays();

    const second = randomUUID();
    await deletions.claim({ claimId: second });
    await deletions.passLeases([second]);
    expect(await deletions.report([{ jobId: job!.jobId, claimId: second, outcome: DONE }])).toEqual(
      { results: ['taken'] },
    );
    expect((await jobsHere())[0]).toMatchObject({ state: 'complete', attempt: 1 });
  });
});

describe('a cancel', () => {
  it('withdraws its user from waiting and from failed jobs', async () => {
    const [first, second] = await order('a', 'b');
    await cancel(first!);
    expect((await jobsHere())[0]).toMatchObject({ state: 'pending', users: [second] });
    await deletions.attempt(() => ({ status: 'failed', reason: 'HTTP 500' }));
    await cancel(second!);
    expect((await jobsHere())[0]).toMatchObject({ state: 'canceled', users: [] });
  });

  it('of a running job withdraws the user only if the attempt fails', async () => {
    const [first, second] = await order('a', 'b');
    const claimId = randomUUID();
    const job = (await deletions.claim({ claimId })).claimed[0]?.jobs[0];
    await cancel(first!);
    expect((await jobsHere())[0]!.users).toHaveLength(2);
    const outcome = { status: 'failed' as const, reason: 'HTTP 500' };
    await deletions.report([{ jobId: job!.jobId, claimId, outcome }]);
    expect((await jobsHere())[0]).toMatchObject({ state: 'failed', users: [second] });
    await deletions.passDelays();
    const again = randomUUID();
    await deletions.claim({ claimId: again });
    await cancel(second!);
    await deletions.report([{ jobId: job!.jobId, claimId: again, outcome: DONE }]);
    expect((await jobsHere())[0]).toMatchObject({ state: 'complete', users: [second] });
  });
});
