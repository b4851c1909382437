import type {
  ClaimedJob,
  JobOutcome,
  OwnJobDto,
  ReportOwnJob,
  VerificationReport,
} from '@lethe/api/deletions';
import { randomUUID } from 'node:crypto';
import { VERIFICATIONS_BACKLOG } from '../src/backlog/deletion-backlog.js';
import { endExpiredLeases } from '../src/deletions/sweep/end-expired-leases.js';
import { endLateVerifications } from '../src/deletions/sweep/end-late-verifications.js';
import { wakeSleepingQueues } from '../src/deletions/sweep/wake-sleeping-queues.js';
import { settleStatuses } from '../src/record/statuses/settle-statuses.js';
import { refuseLateVerifications } from '../src/deletions/verifications/refuse-late-verifications.js';
import { DeletionService, DONE } from './deletion-service.js';
import { contextOf } from './test-service.js';

let deletions: DeletionService;
beforeAll(async () => {
  deletions = await DeletionService.start();
});
afterAll(() => deletions.close());

const POSTGRES = {
  host: 'db',
  database: 'd',
  user: 'u',
  deletionTables: [{ table: 't', userIdColumn: 'id' }],
};
const record = { method: 'SELECT count(*) of rows', counts: { users: 2, 'rows in t': 0 } };
const ABSENT = { status: 'verified', record } as const;

let number = 0;
/** Each test has a new destination. */
beforeEach(async () => {
  number += 1;
  deletions.service.catalog.add(here(), 'POSTGRES', 'cloud', POSTGRES);
  deletions.service.catalog.dataPlanes = [];
  deletions.service.catalog.settings = {
    ...deletions.service.catalog.settings,
    verifyAfterDays: null,
  };
  await deletions.database.query('delete from regulation.deletion_verifications');
  await deletions.database.query(`update regulation.deletion_lanes set verify_at = 'infinity'`);
});
const here = () => `dst_${number}`;
const order = (...userIds: string[]) =>
  deletions.order(
    [here()],
    userIds.map((userId) => ({ userId })),
    'ws_a',
    'delete', // so that data can be wanted
  );
const deleted = async (...userIds: string[]) => {
  const ids = await order(...userIds);
  await deletions.attempt(() => DONE);
  return ids;
};
const verificationOf = async (id: string, workspaceId = 'ws_a') => {
  const record = await deletions.service.commands.getRegulation({
    context: contextOf(workspaceId),
    id,
  });
  return record.deletions?.[0]?.verification;
};
const pass = (days: number) =>
  deletions.database.query(
    `with passed as (
       update regulation.deletion_verifications set due_at = due_at - $1 * interval '1 day',
              claimable_at = claimable_at - $1 * interval '1 day')
     update regulation.deletion_lanes set verify_at = verify_at - $1 * interval '1 day', delayed_until = null
      where verify_at < 'infinity'`,
    [days],
  );
const claim = async (
  options: { claimId?: string; verifications?: number; leaseMs?: number } = {},
) => {
  const { claimId = randomUUID(), verifications = 100, leaseMs = 600_000 } = options;
  const { claimed, nextInMs } = await deletions.service.commands.claimDeletions({
    ...{ context: contextOf(), worker: 'test', claimId, destinations: 100, verifications, leaseMs },
  });
  return { claimId, claimed, nextInMs, jobs: claimed.flatMap((destination) => destination.jobs) };
};
const report = async (
  { claimId, jobs }: { claimId: string; jobs: readonly ClaimedJob[] },
  outcome: VerificationReport,
) => {
  const { verifications } = await deletions.service.commands.reportDeletions({
    ...{ context: contextOf(), reports: [] },
    verifications: jobs.map(({ jobId }) => ({ jobId, claimId, outcome })),
  });
  return verifications;
};

describe('a verification', () => {
  it('is due 7 days after the completion, and asks for the same users at the same destination', async () => {
    const ids = await deleted('a', 'b');
    const waiting = await verificationOf(ids[0]!);
    const [job] = await deletions.database.query<{ finished_at: Date }>(
      'select finished_at from regulation.deletion_jobs where destination_id = $1',
      [here()],
    );
    expect(waiting).toEqual({
      status: 'pending',
      dueAt: new Date(job!.finished_at.getTime() + 7 * 86_400_000).toISOString(),
      nextAttemptAt: waiting!.dueAt,
    });
    const early = await claim();
    expect(early.claimed).toEqual([]);
    expect(early.nextInMs).toBeGreaterThan(6.9 * 86_400_000);
    await pass(7);
    const claimed = await claim();
    expect(claimed.claimed).toMatchObject([
      { workspaceId: 'ws_a', destinationId: here(), destinationType: 'POSTGRES', task: 'verify' },
    ]);
    expect(claimed.jobs.flatMap(({ users }) => users.map((user) => user.identifiers))).toEqual(
      expect.arrayContaining([{ userId: 'a' }, { userId: 'b' }]),
    );
    expect((await verificationOf(ids[0]!))!.status).toBe('running');
    expect(await report(claimed, ABSENT)).toEqual(['taken']);
    for (const id of ids) {
      const verified = await verificationOf(id);
      expect(verified).toMatchObject({
        status: 'absent',
        record,
        dueAt: expect.any(String) as string,
      });
      expect(Date.parse(verified!.checkedAt!)).toBeGreaterThan(Date.now() - 60_000);
    }
    expect((await claim()).claimed).toEqual([]);
  });

  it('changes neither the state nor the deadline of the deletion, and only its own count in the summary', async () => {
    const [id] = await deleted('a');
    const jobs = async () => (await deletions.jobs()).map((job) => ({ ...job, waits: undefined }));
    const before = await jobs();
    const summary = () =>
      deletions.service.commands.summarizeDeletionJobs({ context: contextOf() });
    const counts = await summary();
    await pass(7);
    const claimed = await claim();
    expect(await summary()).toEqual(counts);
    await report(claimed, { ...ABSENT, found: [{ regulationId: id!, count: 1 }] });
    expect(await jobs()).toEqual(before);
    expect(await summary()).toEqual({
      destinations: counts.destinations.map((one) =>
        one.destinationId === here() ? { ...one, foundAgain: 1 } : one,
      ),
    });
    expect(await deletions.told(id!)).toEqual(['complete']);
  });

  it('shows for each user whether it was found, and doubt is not absent', async () => {
    const [found, doubtful, absent] = await deleted('a', 'b', 'c');
    await pass(7);
    await report(await claim(), {
      ...ABSENT,
      found: [{ regulationId: found!, count: 3 }],
      doubtful: [doubtful!],
      reason: 'doubtful: rows that may be of b',
    });
    expect(await verificationOf(found!)).toMatchObject({ status: 'found', found: 3, record });
    expect(await verificationOf(doubtful!)).toMatchObject({
      ...{ status: 'cannot_be_checked', reason: 'doubtful: rows that may be of ***' },
    });
    const third = await verificationOf(absent!);
    expect(third).toMatchObject({ status: 'absent' });
    expect(third).not.toHaveProperty('reason');
  });

  it('is also carried out after the regulation was canceled', async () => {
    const [id] = await deleted('a');
    await deletions.service.commands.cancelRegulation({
      ...{ context: contextOf(), id: id!, allowedTypes: ['suppress_with_delete'] },
    });
    await pass(7);
    const claimed = await claim();
    expect(claimed.jobs).toHaveLength(1);
    await report(claimed, ABSENT);
    expect(await verificationOf(id!)).toMatchObject({ status: 'absent' });
  });

  it('goes to one claim only, which gets it again with a new lease if it is repeated', async () => {
    await deleted('a');
    await pass(7);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim()));
    const [winner, ...others] = claims.filter(({ jobs }) => jobs.length > 0);
    expect(others).toEqual([]);
    expect((await claim({ claimId: winner!.claimId })).jobs).toEqual(winner!.jobs);
    expect(await report(winner!, ABSENT)).toEqual(['taken']);
    expect(await report(winner!, ABSENT)).toEqual(['taken']);
    expect(await report(winner!, { status: 'failed', reason: 'late' })).toEqual(['lease_lost']);
    expect(await report({ ...winner!, claimId: randomUUID() }, ABSENT)).toEqual(['lease_lost']);
  });

  it('is tried again if its worker dies, and its heartbeat keeps the lease', async () => {
    const [id] = await deleted('a');
    await pass(7);
    const died = await claim({ leaseMs: 1_000 });
    const beat = (leaseMs: number) =>
      deletions.service.commands.heartbeatDeletions({
        ...{ context: contextOf(), jobs: [], leaseMs },
        verifications: died.jobs.map(({ jobId }) => ({ jobId, claimId: died.claimId })),
      });
    expect(await beat(600_000)).toEqual({ held: [died.jobs[0]!.jobId] });
    await endExpiredLeases(deletions.database, 'test.');
    expect((await verificationOf(id!))!.status).toBe('running');
    await deletions.database.query(
      `update regulation.deletion_verifications set lease_expires_at = statement_timestamp() - interval '1 ms'`,
    );
    await endExpiredLeases(deletions.database, 'test.');
    expect(await verificationOf(id!)).toMatchObject({ status: 'failed' });
    expect(await beat(600_000)).toEqual({ held: [] });
    expect(await report(died, ABSENT)).toEqual(['lease_lost']);
    await pass(1);
    await report(await claim(), ABSENT);
    expect(await verificationOf(id!)).toMatchObject({ status: 'absent' });
  });

  it('waits while the destination is paused or a deletion is ready, and ends if it waits too long', async () => {
    const [id] = await deleted('a');
    await pass(7);
    const pausing = { context: contextOf(), destinationId: here() };
    await deletions.service.commands.pauseDeletions(pausing);
    expect((await claim()).claimed).toEqual([]);
    await deletions.service.commands.resumeDeletions(pausing);
    await order('b');
    const both = await claim();
    expect(both.claimed.map(({ task }) => task)).toEqual([undefined]);
    expect((await claim()).claimed).toEqual([]); // one job at a time at a destination
    await deletions.report(
      both.jobs.map(({ jobId }) => ({ jobId, claimId: both.claimId, outcome: DONE })),
    );
    expect(await endLateVerifications(deletions.database)).toBe(0);
    await pass(8);
    expect(await endLateVerifications(deletions.database)).toBe(1);
    const late = await verificationOf(id!);
    expect(late).toMatchObject({ status: 'cannot_be_checked' });
    expect(late!.reason).toMatch(/within 7 days/);
    expect((await claim({ verifications: 100 })).jobs).toHaveLength(1); // that of b
  });

  it('is given out only to a worker that asks for verifications', async () => {
    await deleted('a');
    await pass(7);
    expect((await claim({ verifications: 0 })).claimed).toEqual([]);
    expect((await deletions.claim()).claimed).toEqual([]);
    expect((await claim({ verifications: 1 })).claimed).toHaveLength(1);
  });

  it('takes the users of many jobs of a destination together', async () => {
    for (const user of ['a', 'b', 'c']) await deleted(user);
    await pass(7);
    const claimed = await claim();
    expect(claimed.claimed).toHaveLength(1);
    expect(claimed.jobs).toHaveLength(3);
  });

  it('wakes its queue although the queue was removed', async () => {
    await deleted('a');
    await deletions.service.commands.abortDeletions({
      context: contextOf(),
      destinationId: here(),
    });
    await pass(7);
    await deletions.database.query('delete from regulation.deletion_lanes');
    expect((await claim()).claimed).toEqual([]);
    await wakeSleepingQueues(deletions.database);
    expect((await claim()).claimed).toHaveLength(1);
  });

  it.each([
    ['types without a way to ask', 'MAGELLAN_AI', 'no way to ask'],
    ['destinations of data planes', 'POSTGRES', 'data planes verify nothing'],
  ])('says at once that it cannot check %s', async (_what, type, reason) => {
    const { catalog } = deletions.service;
    if (type !== 'POSTGRES') catalog.add(here(), type, 'cloud', { pixelToken: 'p', apiToken: 't' });
    const ids = await order('a');
    if (type === 'POSTGRES') {
      catalog.dataPlanes = ['ws_a'];
      const context = { ...contextOf(), workspaceIds: ['ws_a'] };
      const { job } = await deletions.service.commands.claimDataPlaneJob({ context });
      await deletions.service.commands.updateDataPlaneJob({
        ...{ context, jobId: job!.jobId, status: 'complete' },
      });
    } else {
      await deletions.attempt(() => DONE);
    }
    const verification = await verificationOf(ids[0]!);
    expect(verification).toMatchObject({ status: 'cannot_be_checked' });
    expect(verification!.reason).toContain(reason);
    expect(verification!.checkedAt).toBe(verification!.dueAt);
  });

  it('does not exist if the workspace verifies nothing, and before the deletion is complete', async () => {
    const [open] = await order('a');
    expect(await verificationOf(open!)).toBeUndefined();
    await deletions.attempt(() => ({ status: 'aborted', reason: 'no' }));
    expect(await verificationOf(open!)).toBeUndefined();
    deletions.service.catalog.settings = {
      ...deletions.service.catalog.settings,
      verifyAfterDays: 0,
    };
    const [never] = await deleted('b');
    expect(await verificationOf(never!)).toBeUndefined();
  });

  it('keeps no identifier longer: the purge does not wait for it, and then purges its texts', async () => {
    const [id] = await deletions.order(
      [here()],
      [{ userId: 'a', email: 'a@x.example' }],
      'ws_a',
      'delete',
    );
    await deletions.attempt(() => DONE);
    await settleStatuses(deletions.database);
    await deletions.database.query(
      `update regulation.regulations set done_at = statement_timestamp() - interval '31 days' where id = $1`,
      [id],
    );
    await pass(7);
    const claimed = await claim();
    await deletions.service.purge(30);
    const [row] = await deletions.database.query<{ attributes: unknown }>(
      'select attributes from regulation.regulations where id = $1',
      [id],
    );
    expect(row!.attributes).toEqual({ userId: 'a' });
    // The service can no longer hide the purged identifiers in the texts of the worker.
    const notes = ['a@x.example'];
    await report(claimed, {
      status: 'verified',
      record: { ...record, notes },
      doubtful: [id!],
      reason: 'a@x.example',
    });
    const verification = await verificationOf(id!);
    expect(verification).toMatchObject({ status: 'cannot_be_checked', record });
    expect(JSON.stringify(verification)).not.toContain('x.example');
  });

  it('loses the texts of its worker when the identifiers are purged, and keeps its result', async () => {
    const [id] = await deleted('a');
    const [open] = await deleted('b');
    await pass(7);
    const notes = ['some note'];
    await report(await claim(), { ...ABSENT, record: { ...record, notes } });
    await deletions.database.query('update regulation.deletion_verifications set reason = $1', [
      'why',
    ]);
    await settleStatuses(deletions.database);
    await deletions.database.query(
      `update regulation.regulations set done_at = statement_timestamp() - interval '31 days' where id = $1`,
      [id],
    );
    await deletions.service.purge(30);
    const texts = await deletions.database.query<{ reason: string | null; record: unknown }>(
      `select v.reason, v.record from regulation.deletion_verifications v
         join regulation.deletion_job_users u using (job_id)
        where u.regulation_id = any($1::uuid[]) order by u.regulation_id`,
      [[id, open]],
    );
    expect(texts).toEqual([
      { reason: null, record },
      { reason: 'why', record: { ...record, notes } },
    ]);
    expect(await verificationOf(id!)).toMatchObject({ status: 'absent', record });
  });

  it('stops the start of the service if a workspace verifies after the purge', async () => {
    await deletions.database.query(
      `insert into catalog.workspaces (id, name, verify_after_days) values ('w30', 'w', 30), ('w31', 'w', 31)`,
    );
    const check = (days: number) => refuseLateVerifications(deletions.database.query, days);
    await expect(check(31)).resolves.toBeUndefined();
    await expect(check(30)).rejects.toThrow(/must be at most 30, .*: w31: 31\. Change it in the/);
  });

  it('shows nothing of another workspace', async () => {
    const [id] = await deleted('a');
    await expect(verificationOf(id!, 'ws_b')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a verification that a person orders', () => {
  const verify = (id: string, workspaceId = 'ws_a') =>
    deletions.service.commands.verifyRegulation({ context: contextOf(workspaceId), id });

  it('is carried out at once, and leaves the one that follows from the deletion', async () => {
    const [id] = await deleted('a');
    expect(await verify(id!)).toEqual({ verifications: 1, leftOut: [] });
    expect(await verificationOf(id!)).toMatchObject({
      ...{ status: 'pending', createdBy: 'test token' },
    });
    await report(await claim(), { ...ABSENT, found: [{ regulationId: id!, count: 2 }] });
    expect(await verificationOf(id!)).toMatchObject({
      ...{ status: 'found', found: 2, createdBy: 'test token' },
    });
    await verify(id!);
    const asked = await verificationOf(id!);
    expect(asked).toMatchObject({ status: 'found', found: 2 });
    expect(Date.parse(asked!.nextCheckAt!)).toBeLessThan(Date.now() + 86_400_000);
    await report(await claim(), { ...ABSENT, found: [{ regulationId: id!, count: 1 }] });
    expect(await verificationOf(id!)).toMatchObject({ status: 'found', found: 1 });
    await pass(7);
    await report(await claim(), ABSENT);
    const last = await verificationOf(id!);
    expect(last).toMatchObject({ status: 'absent' });
    expect(last).not.toHaveProperty('nextCheckAt');
    expect(last).not.toHaveProperty('createdBy');
  });

  it('is pending only once, also for concurrent requests, and for users of the same job', async () => {
    const ids = await deleted('a', 'b');
    await Promise.all([...ids, ...ids, ...ids].map((id) => verify(id)));
    const claimed = await claim();
    expect(claimed.jobs).toHaveLength(1);
    await verify(ids[0]!);
    expect((await claim()).jobs).toEqual([]);
    await report(claimed, ABSENT);
    await verify(ids[0]!);
    expect((await claim()).jobs).toHaveLength(1);
  });

  it('does not go to the same claim as the one that follows from the same deletion', async () => {
    const [id] = await deleted('a');
    await pass(7);
    await verify(id!);
    const first = await claim();
    expect(first.jobs).toHaveLength(1);
    await report(first, ABSENT);
    const second = await claim();
    expect(second.jobs).toHaveLength(1);
    await report(second, ABSENT);
    expect((await claim()).jobs).toEqual([]);
  });

  it('keeps the last 20 of a job', async () => {
    const [id] = await deleted('a');
    for (let round = 0; round < 22; round += 1) {
      await verify(id!);
      await report(await claim(), ABSENT);
    }
    const rows = await deletions.database.query(
      'select from regulation.deletion_verifications v join regulation.deletion_job_users u using (job_id) where u.regulation_id = $1',
      [id],
    );
    expect(rows.length).toBeLessThanOrEqual(21); // the 20 newest and the one that waits
  });

  it('names the destinations that it cannot ask', async () => {
    const { catalog } = deletions.service;
    catalog.addWebhook('hook');
    const [id] = await deletions.order([here(), 'hook'], [{ userId: 'a' }], 'ws_a', 'delete');
    await expect(verify(id!)).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('not complete') as string },
    });
    await deletions.attempt(() => DONE);
    expect(await verify(id!)).toEqual({
      verifications: 1,
      leftOut: [
        { destinationId: 'hook', reason: expect.stringContaining('no way to ask') as string },
      ],
    });
    // The cached catalog is up to two seconds old.
    const now = catalog.destinations.get(here())!;
    catalog.remembered.set(here(), { ...now, type: 'REDIS' });
    expect(await verify(id!)).toMatchObject({ verifications: 1 });
    catalog.destinations.delete(here());
    catalog.destinations.delete('hook');
    await expect(verify(id!)).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('was deleted') as string },
    });
  });

  it('belongs to a workspace, and does not exist for a regulation that deletes nothing', async () => {
    const [id] = await deleted('a');
    await expect(verify(id!, 'ws_b')).rejects.toMatchObject({ code: 'not_found' });
    await expect(verify('none')).rejects.toMatchObject({ code: 'not_found' });
    const { records } = await deletions.service.commands.createRegulations({
      ...{ context: contextOf(), regulationType: 'suppress', users: [{ userId: 's' }] },
      wantRecords: true,
    });
    await expect(verify(records![0]!.id)).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('has no deletion') as string },
    });
  });
});

describe('data that is found again', () => {
  /** Each test has new users, because a suppression lasts beyond its test. */
  const suppressed = (...users: string[]) =>
    users.map((user) => ({ userId: `${user} at ${here()}` }));
  const deletedFor = async (users: readonly { userId: string }[]) => {
    const ids = await deletions.order([here()], users);
    await deletions.attempt(() => DONE);
    return ids;
  };
  const found = (...ids: (string | undefined)[]) => ({
    ...ABSENT,
    found: ids.map((id) => ({ regulationId: id!, count: 2 })),
  });
  const verifyAfterDelay = async (outcome: VerificationReport) => {
    await pass(7);
    expect(await report(await claim(), outcome)).toEqual(['taken']);
  };
  const deletionOf = async (id: string) => {
    const record = await deletions.service.commands.getRegulation({ context: contextOf(), id });
    return record.deletions![0]!;
  };
  const jobsHere = () =>
    deletions.database.query<{ id: string; state: string; users: number; is_again: boolean }>(
      `select id, state, first_completed_at is not null as is_again,
              (select count(*)::int from regulation.deletion_job_users u where u.job_id = j.id) as users
         from regulation.deletion_jobs j where destination_id = $1 order by id`,
      [here()],
    );
  const jobOf = (id: string) =>
    deletions.service.commands.getDeletionJob({ context: contextOf(), id });
  const alarms = async () => {
    const [row] = await deletions.database.query<{ deletion_verifications_found: number }>(
      VERIFICATIONS_BACKLOG.sql,
    );
    return row!.deletion_verifications_found;
  };
  const listed = async () => {
    const { data } = await deletions.service.commands.listDeletionJobs({
      ...{ context: contextOf(), destinationId: here(), foundAgain: true },
    });
    const { destinations } = await deletions.service.commands.summarizeDeletionJobs({
      context: contextOf(),
    });
    const count = destinations.find((one) => one.destinationId === here())?.foundAgain;
    expect(count).toBe(data.length);
    return data.map(({ users, foundAgain }) => [users, foundAgain]);
  };
  /** Whether the user of a regulation is shown as found, in its record and in the lists. */
  const isShown = async (id: string) => {
    const { commands } = deletions.service;
    const detail = await commands.getRegulation({ context: contextOf(), id });
    const { userId } = detail.attributes;
    for (const filter of [{}, { userId }, { sort: 'due' as const }]) {
      const { data } = await commands.listRegulations({
        ...{ context: contextOf(), limit: 500, ...filter },
      });
      const listed = data.find((one) => one.id === id);
      if (listed !== undefined) expect(listed.foundAgain).toBe(detail.foundAgain);
    }
    return detail.foundAgain;
  };

  it('of a suppressed user raises the alarm, and is deleted once more, which ends the alarm', async () => {
    const [a, b] = await deletedFor(suppressed('a', 'b'));
    await verifyAfterDelay(found(a));
    expect(await jobsHere()).toMatchObject([
      { state: 'complete', users: 2, is_again: false },
      { state: 'pending', users: 1, is_again: true },
    ]);
    expect([await alarms(), await listed()]).toEqual([1, [[2, true]]]);
    expect([await isShown(a!), await isShown(b!)]).toEqual([true, undefined]);
    const again = await deletionOf(a!);
    expect(again).toMatchObject({ status: 'pending' });
    const history = [{ outcome: 'complete' }, { outcome: 'found', found: 2 }];
    expect(again.history).toMatchObject(history);
    const shown = { status: 'found', found: 2, record };
    expect(again.verification).toMatchObject(shown);
    expect(again.verification).not.toHaveProperty('nextCheckAt');
    expect(await deletionOf(b!)).toMatchObject({ verification: { status: 'absent' } });
    const [job] = await deletions.attempt(() => DONE);
    expect(job!.users.map(({ regulationId }) => regulationId)).toEqual([a]);
    expect(await alarms()).toBe(1); // until the destination was asked again
    const waiting = await deletionOf(a!);
    expect(waiting).toMatchObject({ status: 'complete', verification: shown });
    const { checkedAt, nextCheckAt } = waiting.verification!;
    expect(Date.parse(nextCheckAt!)).toBeGreaterThan(Date.parse(checkedAt!) + 6 * 86_400_000);
    await verifyAfterDelay(ABSENT);
    expect([await alarms(), await listed(), await isShown(a!)]).toEqual([0, [], undefined]);
    const last = await deletionOf(a!);
    expect(last).toMatchObject({ status: 'complete', verification: { status: 'absent' } });
    expect(last.history).toMatchObject([...history, { outcome: 'complete' }]);
    const { verification } = await jobOf((await jobsHere())[0]!.id);
    expect(verification).toMatchObject(shown);
  });

  it('of several users of a job is counted for the job, and for each user', async () => {
    const [a, b] = await deletedFor(suppressed('a', 'b'));
    await verifyAfterDelay(found(a, b));
    const [first, again] = await jobsHere();
    expect(await jobOf(first!.id)).toMatchObject({ verification: { status: 'found', found: 4 } });
    expect((await jobOf(again!.id)).history.at(-1)).toMatchObject({ outcome: 'found', found: 4 });
    expect((await jobOf(again!.id)).verification).toBeUndefined();
    expect(await deletionOf(b!)).toMatchObject({ verification: { status: 'found', found: 2 } });
    await deletions.attempt(() => DONE);
  });

  it('after the new job only raises the alarm again, until a person has settled it', async () => {
    const [a] = await deletedFor(suppressed('a'));
    await verifyAfterDelay(found(a));
    await deletions.attempt(() => DONE);
    await verifyAfterDelay(found(a));
    expect(await jobsHere()).toHaveLength(2);
    expect([await alarms(), await listed()]).toEqual([1, [[1, true]]]);
    const verify = () =>
      deletions.service.commands.verifyRegulation({ context: contextOf(), id: a! });
    await verify();
    await report(await claim(), { ...ABSENT, doubtful: [a!], reason: 'doubt settles nothing' });
    expect(await alarms()).toBe(1);
    await verify();
    await report(await claim(), ABSENT);
    expect([await alarms(), await listed()]).toEqual([0, []]);
  });

  it('orders one job, although a person verified the same deletion before', async () => {
    const [a] = await deletedFor(suppressed('a'));
    await deletions.service.commands.verifyRegulation({ context: contextOf(), id: a! });
    await report(await claim(), found(a));
    expect(await jobsHere()).toHaveLength(2);
    await deletions.attempt(() => DONE);
    await pass(7);
    // The one that follows from the first deletion, and that of the new job.
    for (let claimed = await claim(); claimed.jobs.length > 0; claimed = await claim()) {
      await report(claimed, found(a));
    }
    expect(await jobsHere()).toHaveLength(2);
  });

  it.each<[string, (users: readonly { userId: string }[]) => Promise<string[]>]>([
    [
      'without a suppression',
      async (users) => {
        const ids = await deletions.order([here()], users, 'ws_a', 'delete');
        await deletions.attempt(() => DONE);
        return ids;
      },
    ],
    [
      'after a cancel',
      async (users) => {
        const ids = await deletedFor(users);
        await deletions.service.commands.cancelRegulation({
          ...{ context: contextOf(), id: ids[0]!, allowedTypes: ['suppress_with_delete'] },
        });
        return ids;
      },
    ],
    [
      'if the user is suppressed at some sources only',
      async (users) => {
        const ids = await deletedFor(users);
        await deletions.database.query(
          `update regulation.regulations set source_ids = '{src}' where id = $1`,
          [ids[0]],
        );
        return ids;
      },
    ],
  ])('%s is only reported', async (_when, deletedSo) => {
    const [a] = await deletedSo(suppressed('a'));
    await verifyAfterDelay(found(a));
    expect(await jobsHere()).toHaveLength(1);
    expect([await alarms(), await listed()]).toEqual([0, [[1, true]]]);
    expect(await deletionOf(a!)).toMatchObject({ verification: { status: 'found', found: 2 } });
  });

  it('after the new job is settled by a new order for the same user, whose verification finds nothing', async () => {
    const users = suppressed('a');
    const [a] = await deletedFor(users);
    await verifyAfterDelay(found(a));
    await deletions.attempt(() => DONE);
    await verifyAfterDelay(found(a));
    await deletedFor(suppressed('another'));
    await verifyAfterDelay(ABSENT);
    expect(await alarms()).toBe(1);
    const [later] = await deletions.order([here()], users, 'ws_a', 'delete');
    await deletions.attempt(() => DONE);
    await pass(7);
    await report(await claim(), found(later));
    expect(await alarms()).toBe(2);
    await deletions.attempt(() => DONE); // the new job of the later order
    await verifyAfterDelay(ABSENT);
    expect([await alarms(), await listed()]).toEqual([0, []]);
    expect(await deletionOf(a!)).toMatchObject({ verification: { status: 'found' } });
  });

  it('keeps its alarm if the same deletion is asked again with doubt about the user', async () => {
    const [a, b] = await deletedFor(suppressed('a', 'b'));
    await deletions.attempt(() => DONE);
    const verify = async (outcome: VerificationReport) => {
      await deletions.database.query(
        `insert into regulation.deletion_verifications (job_id, workspace_id, destination_id, destination_type,
           ordered_by, created_at, changed_at, due_at, claimable_at)
         select id, workspace_id, destination_id, destination_type, 'x', now(), now(), now(), now()
           from regulation.deletion_jobs where destination_id = $1 order by id limit 1`,
        [here()],
      );
      await wakeSleepingQueues(deletions.database);
      expect(await report(await claim(), outcome)).toEqual(['taken']);
    };
    await verify(found(a));
    await deletions.attempt(() => DONE); // of the new job of `a`
    await verify({ ...found(b), doubtful: [a!], reason: 'doubt' });
    await deletions.attempt(() => DONE);
    expect([await alarms(), await listed()]).toEqual([2, [[2, true]]]);
    for (let n = 0; n < 20; n += 1) {
      await verify({ ...ABSENT, doubtful: [a!], reason: 'doubt' });
    }
    expect([await alarms(), await listed()]).toEqual([1, [[2, true]]]);
    await verify(ABSENT);
    expect([await alarms(), await listed()]).toEqual([0, []]);
  });

  it('has no alarm after a person closed the new job with an exception, which was complete once', async () => {
    const [a] = await deletedFor(suppressed('a'));
    await verifyAfterDelay(found(a));
    const status = async () => {
      await settleStatuses(deletions.database);
      const { commands } = deletions.service;
      const detail = await commands.getRegulation({ context: contextOf(), id: a! });
      const { data } = await commands.listRegulations({
        ...{ context: contextOf(), userId: detail.attributes.userId },
      });
      expect(data.map((one) => one.status)).toEqual([detail.status]);
      return detail.status;
    };
    expect(await status()).toBe('deleting');
    const refused = [{ regulationId: a!, reason: 'doubtful: rows that may be of a' }];
    await deletions.attempt(() => ({ ...DONE, refused }));
    expect(await deletionOf(a!)).toMatchObject({ status: 'aborted' });
    expect(await status()).toBe('partially_deleted');
    expect(await alarms()).toBe(1);
    const { jobId } = await deletionOf(a!);
    await deletions.except(jobId!);
    expect(await status()).toBe('partially_deleted');
    expect([await alarms(), await listed()]).toEqual([0, []]);
  });

  it('has no alarm after the regulation was canceled, and its new job is withdrawn', async () => {
    const [a] = await deletedFor(suppressed('a'));
    await verifyAfterDelay(found(a));
    await deletions.service.commands.cancelRegulation({
      ...{ context: contextOf(), id: a!, allowedTypes: ['suppress_with_delete'] },
    });
    expect(await alarms()).toBe(0);
    expect(await jobsHere()).toMatchObject([{ state: 'complete' }, { state: 'canceled' }]);
  });

  it('keeps no identifier longer, whatever becomes of the new job', async () => {
    const users = suppressed('a').map((user) => ({ ...user, email: 'a@x.example' }));
    const [a] = await deletedFor(users);
    await settleStatuses(deletions.database);
    const doneAt = async () => {
      const [row] = await deletions.database.query<{ done_at: Date | null }>(
        'select done_at from regulation.regulations where id = $1',
        [a],
      );
      return row!.done_at;
    };
    const first = await doneAt();
    expect(first).not.toBeNull();
    await verifyAfterDelay(found(a));
    await settleStatuses(deletions.database);
    expect(await doneAt()).toEqual(first);
    await deletions.database.query(
      `update regulation.regulations set done_at = done_at - interval '31 days' where id = $1`,
      [a],
    );
    await deletions.service.purge(30);
    const [job] = await deletions.attempt(() => DONE);
    expect(job!.users).toMatchObject([{ identifiers: { userId: users[0]!.userId } }]);
    await settleStatuses(deletions.database);
    expect(await doneAt()).toEqual(first);
  });

  describe('at a destination that gets all identifiers', () => {
    beforeEach(() => {
      deletions.service.catalog.addWebhook(here());
    });
    const withEmail = (...names: string[]) =>
      suppressed(...names).map((user, n) => ({ ...user, email: `${names[n]}@x.example` }));
    const foundOf = async (users: readonly { userId: string }[]) => {
      const ids = await deletedFor(users);
      await verifyAfterDelay(found(...ids));
      await settleStatuses(deletions.database);
      return ids;
    };
    const purge = async (id: string | undefined) => {
      await deletions.database.query(
        `update regulation.regulations set done_at = done_at - interval '31 days' where id = $1`,
        [id],
      );
      await deletions.service.purge(30);
    };
    const outcomesOf = (deletion: Awaited<ReturnType<typeof deletionOf>>) =>
      deletion.history!.map(({ outcome }) => outcome);

    it('is deleted once more by all identifiers', async () => {
      const [a] = await foundOf(withEmail('a'));
      const [job] = await deletions.attempt(() => DONE);
      expect(job!.users).toMatchObject([
        { regulationId: a, identifiers: { email: 'a@x.example' } },
      ]);
    });

    it('is not deleted after the purge, which aborts the new job for the purged users only', async () => {
      const [a, b] = await foundOf(withEmail('a', 'b'));
      await purge(a);
      const deletion = await deletionOf(a!);
      expect(deletion).toMatchObject({ status: 'aborted', attempts: 0 });
      expect(deletion.reason).toContain('were purged before the destination confirmed');
      expect(outcomesOf(deletion)).toEqual(['complete', 'found', 'aborted']);
      const [job] = await deletions.attempt(() => DONE);
      expect(job!.users).toMatchObject([
        { regulationId: b, identifiers: { email: 'b@x.example' } },
      ]);
      expect(await deletionOf(b!)).toMatchObject({ status: 'complete' });
      await deletions.except(deletion.jobId!); // the other user is still to be verified
      expect(await alarms()).toBe(1);
      await verifyAfterDelay(ABSENT);
      expect([await alarms(), await listed()]).toEqual([0, []]);
    });

    it.each<[string, JobOutcome, object]>([
      ['failed', { status: 'failed', reason: 'no a@x.example' }, { status: 'aborted' }],
      [
        'delayed',
        { status: 'delayed', cause: 'limit', reason: 'later, a@x.example' },
        { status: 'aborted' },
      ],
      [
        'complete',
        { status: 'complete', record: { method: 'call', notes: ['a@x.example'] } },
        { status: 'complete', record: { method: 'call' } },
      ],
      ['accepted', { status: 'accepted', statusUrl: 'https://x.example/1' }, { status: 'pending' }],
    ])(
      'is decided by the report %s of a job that runs during the purge',
      async (_name, outcome, expected) => {
        const [a] = await foundOf(withEmail('a'));
        const claimId = randomUUID();
        const { claimed } = await deletions.claim({ claimId });
        const [{ jobId, users }] = claimed[0]!.jobs as [ClaimedJob];
        expect(users).toMatchObject([{ identifiers: { email: 'a@x.example' } }]);
        await purge(a);
        expect(await deletionOf(a!)).toMatchObject({ status: 'running' });
        await deletions.report([{ jobId, claimId, outcome }]);
        const deletion = await deletionOf(a!);
        expect(deletion).toMatchObject(expected);
        expect(JSON.stringify(deletion)).not.toContain('a@x');
        await deletions.passDelays();
        const polled = await deletions.attempt(() => DONE);
        expect(polled).toHaveLength(outcome.status === 'accepted' ? 1 : 0);
      },
    );

    it('is not given to a worker that would get the `userId` only', async () => {
      const [a] = await foundOf(withEmail('a'));
      // The purge commits between the claim and the look-up of its users.
      await deletions.database.query(
        `update regulation.regulations set identifiers_forgotten_at = now() where id = $1`,
        [a],
      );
      expect(await deletions.attempt(() => DONE)).toEqual([]);
      expect(await deletionOf(a!)).toMatchObject({ status: 'aborted' });
    });

    it.each([
      ['all identifiers', { email: 'a@x.example', anonymousId: 'z' }, 0],
      ['fewer identifiers', {}, 1],
    ])('is settled by a new order with %s: alarms left', async (_name, identifiers, left) => {
      const [user] = withEmail('a');
      await foundOf([user!]);
      await deletions.attempt(() => DONE);
      await deletedFor([{ userId: user!.userId, ...identifiers }]);
      await deletions.database.query(
        `update regulation.deletion_verifications set state = 'cannot_be_checked', finished_at = now()
          where state = 'pending' and job_id <> (select max(job_id) from regulation.deletion_verifications)`,
      );
      await verifyAfterDelay(ABSENT);
      expect(await alarms()).toBe(left);
    });

    it('only raises the alarm if the identifiers are purged already', async () => {
      const [a] = await deletedFor(withEmail('a'));
      await settleStatuses(deletions.database);
      await purge(a);
      await verifyAfterDelay(found(a));
      expect(await jobsHere()).toHaveLength(1);
      expect(await alarms()).toBe(1);
    });
  });
});

describe('a verification by a self-hosted worker', () => {
  const own = () => `own_${number}`;
  const ONE = { userId: 'a', count: 1 };
  beforeEach(() => {
    deletions.service.catalog.add(own(), 'CUSTOM', 'cloud', {});
  });
  const ask = (
    options: { verifications?: boolean; claimId?: string; workspaceId?: string } = {},
  ) => {
    const { workspaceId = 'ws_a', verifications = true, claimId } = options;
    return deletions.service.commands.claimDeletionJob({
      ...{ context: contextOf(workspaceId), destinationIds: [own()], leaseSeconds: 60 },
      ...{ verifications, ...(claimId !== undefined && { claimId }) },
    });
  };
  const tell = (
    job: Pick<OwnJobDto, 'id' | 'leaseToken'>,
    what: Pick<ReportOwnJob, 'status' | 'reason' | 'found'>,
    workspaceId = 'ws_a',
  ) =>
    deletions.service.commands.reportDeletionJob({
      context: contextOf(workspaceId),
      ...{ jobId: job.id, leaseToken: job.leaseToken, ...what },
    });
  const deletedThere = async (...users: Record<string, string>[]) => {
    const ids = await deletions.order([own()], users as never, 'ws_a', 'delete');
    const { job } = await ask();
    expect(job).toMatchObject({ kind: 'delete' });
    await tell(job!, { status: 'complete' });
    await pass(7);
    return ids;
  };

  it('is offered only to a worker that asks, which says whose data it has', async () => {
    const [a, b] = await deletedThere({ userId: 'a' }, { userId: 'b' });
    expect(await ask({ verifications: false })).toEqual({});
    expect(await ask({ workspaceId: 'ws_b' })).toEqual({});
    const claimId = randomUUID();
    const { job } = await ask({ claimId });
    expect(job).toMatchObject({ kind: 'verify', destinationId: own() });
    await deletions.order([own()], [{ userId: 'c' }], 'ws_a', 'delete');
    const { job: repeated } = await ask({ claimId });
    expect(repeated).toMatchObject({ kind: 'verify', id: job!.id });
    const beat = { jobId: job!.id, leaseToken: job!.leaseToken, leaseSeconds: 60 };
    await deletions.service.commands.heartbeatDeletionJob({ context: contextOf(), ...beat });
    await expect(
      deletions.service.commands.heartbeatDeletionJob({ context: contextOf('ws_b'), ...beat }),
    ).rejects.toMatchObject({ code: 'not_found' });
    for (const wrong of [
      { status: 'complete' },
      { status: 'verified', found: [{ userId: 'z', count: 1 }] },
      { status: 'verified', found: [ONE, ONE] },
    ] as const) {
      await expect(tell(job!, wrong as never)).rejects.toMatchObject({ code: 'invalid_request' });
    }
    const answer = { status: 'verified' as const, found: [{ userId: 'a', count: 3 }] };
    await expect(tell(job!, answer, 'ws_b')).rejects.toMatchObject({ code: 'not_found' });
    await tell(job!, answer);
    await tell(job!, answer); // the same report again
    await expect(tell(job!, { status: 'failed' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await verificationOf(a!)).toMatchObject({ status: 'found', found: 3 });
    expect(await verificationOf(b!)).toMatchObject({ status: 'absent' });
    expect((await ask()).job).toMatchObject({ kind: 'delete' });
  });

  it('answers for each regulation of a user, and the largest count is kept', async () => {
    const [a, b] = await deletedThere(
      { userId: 'a', email: 'a@x.example' },
      { userId: 'a', email: 'b@x.example' },
    );
    const { job } = await ask();
    await tell(job!, { status: 'verified', found: [ONE, { userId: 'a', count: 2 }] });
    expect(await verificationOf(a!)).toMatchObject({ status: 'found', found: 2 });
    expect(await verificationOf(b!)).toMatchObject({ status: 'found', found: 2 });
  });

  it('can say that it cannot check, and is not asked by the workers of Lethe', async () => {
    const [a] = await deletedThere({ userId: 'a' });
    expect((await claim()).jobs).toEqual([]);
    const { job } = await ask();
    await tell(job!, { status: 'cannot_be_checked', reason: 'The CRM has no search for a.' });
    expect(await verificationOf(a!)).toMatchObject({
      ...{ status: 'cannot_be_checked', reason: 'The CRM has no search for ***.' },
    });
  });

  it('leaves users in doubt whose identifiers were purged before', async () => {
    const [a, b] = await deletedThere({ userId: 'a', email: 'a@x.example' }, { userId: 'b' });
    await settleStatuses(deletions.database);
    await deletions.database.query(
      `update regulation.regulations set done_at = statement_timestamp() - interval '31 days' where id = $1`,
      [a],
    );
    await deletions.service.purge(30);
    const { job } = await ask();
    await tell(job!, { status: 'verified' });
    expect(await verificationOf(a!)).toMatchObject({ status: 'cannot_be_checked' });
    expect(await verificationOf(b!)).toMatchObject({ status: 'absent' });
  });
});
