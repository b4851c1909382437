import type { ClaimedDestination, JobOutcome, OwnJobDto } from '@lethe/api/deletions';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { RunQuery } from '@lethe/database';
import { waitFor } from '@lethe/testing';
import { claimJobs } from '../src/deletions/claim/claim-jobs.js';
import { OF_OWN_WORKERS } from '../src/deletions/claim/fair-claim-sql.js';
import { allowClaims, refuseClaims } from '../src/deletions/claim/claims-allowed.js';
import { releaseJobsOnHold } from '../src/deletions/jobs-on-hold.js';
import { abortUnserved } from '../src/deletions/sweep/abort-unserved.js';
import { endExpiredLeases } from '../src/deletions/sweep/end-expired-leases.js';
import { wakeSleepingQueues } from '../src/deletions/sweep/wake-sleeping-queues.js';
import { DeletionService, DONE } from './deletion-service.js';
import { contextOf } from './test-service.js';

let deletions: DeletionService;
beforeAll(async () => {
  deletions = await DeletionService.start();
  const { catalog } = deletions.service;
  for (const id of ['hook', 'other']) catalog.addWebhook(id);
  catalog.add('cache', 'REDIS', 'cloud', { address: 'localhost:6379' });
  catalog.add('own', 'CUSTOM', 'cloud');
});
afterAll(() => deletions.close());
beforeEach(async () => {
  await deletions.database.query(
    'truncate regulation.deletion_jobs, regulation.deletion_lanes cascade',
  );
  deletions.service.catalog.dataPlanes = [];
});

/** Adds destination queues without a job that have looked ready since yesterday. */
const addIdleQueues = (workspaceId: string, count: number) =>
  deletions.database.query(
    `insert into regulation.deletion_lanes (workspace_id, destination_id, destination_type, ready_at)
     select $1, 'idle_' || n, 'WEBHOOK', now() - interval '1 day' from generate_series(1, $2::int) as n`,
    [workspaceId, count],
  );
const waitsForLock = async () => {
  const rows = await deletions.database.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
};
const someUsers = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ userId: `user-${n}` }));

describe("Lethe's worker", () => {
  it('gets one job of each destination, and none while a job of the destination is leased', async () => {
    await deletions.order(['hook', 'other'], someUsers(201)); // more than one job
    const first = await deletions.claim();
    expect(first.claimed.map(({ jobs }) => jobs.length)).toEqual([1, 1]);
    expect((await deletions.claim()).claimed).toEqual([]);
  });

  it('gets many jobs of a bucket, which stays leased until the last job has ended', async () => {
    deletions.service.catalog.add('bucket', 'S3', 'cloud', { bucketName: 'events' });
    for (let n = 0; n < 12; n += 1) await deletions.order(['bucket'], [{ userId: `u${n}` }]);
    const claimId = randomUUID();
    const jobs = (await deletions.claim({ claimId })).claimed[0]!.jobs;
    expect(jobs).toHaveLength(12);
    const reports = jobs.map(({ jobId }) => ({ jobId, claimId, outcome: DONE }));
    await deletions.report(reports.slice(2));
    await deletions.order(['bucket'], [{ userId: 'later' }]);
    expect((await deletions.claim()).claimed).toEqual([]);
    const outcome = { status: 'failed', reason: 'x' } as const;
    await deletions.report(reports.slice(0, 2).map((report) => ({ ...report, outcome })));
    // The bucket has one failure, and backs off for a second.
    expect(
      await deletions.database.query(
        `select delays, failures, delayed_until < now() + interval '1500 ms' as soon
           from regulation.deletion_lanes where destination_id = 'bucket'`,
      ),
    ).toEqual([{ delays: 0, failures: 1, soon: true }]);
    await deletions.database.query(
      `update regulation.deletion_lanes set delayed_until = null, ready_at = now() where destination_id = 'bucket'`,
    );
    expect((await deletions.claim()).claimed[0]!.jobs).toHaveLength(1);
    const times = await deletions.database.query(
      `select distinct claimable_at from regulation.deletion_jobs where state = 'failed'`,
    );
    expect(times).toHaveLength(1); // the next pass gets both jobs again
  });

  it('gets the same jobs for a repeated claim, and no new jobs', async () => {
    await deletions.order(['hook'], someUsers(1));
    const claimId = randomUUID();
    const [first, meanwhile] = await Promise.all([
      deletions.claim({ claimId }),
      deletions.claim({ claimId }),
    ]);
    expect(meanwhile).toEqual(first);
    await deletions.order(['other'], someUsers(1));
    const again = await deletions.claim({ claimId });
    expect(again.claimed).toEqual(first.claimed);
    expect((await deletions.claim()).claimed).toMatchObject([{ destinationId: 'other' }]);
  });

  it('gets only identifiers that the type can use, and all identifiers for a webhook', async () => {
    await deletions.order(['hook', 'cache'], [{ userId: 'a', email: 'a@example.com', vip: true }]);
    const { claimed } = await deletions.claim();
    const identifiers = (id: string) =>
      claimed.find(({ destinationId }) => destinationId === id)!.jobs[0]!.users[0]!.identifiers;
    expect(identifiers('hook')).toEqual({ userId: 'a', email: 'a@example.com', vip: true });
    expect(identifiers('cache')).toEqual({ userId: 'a' });
  });

  it('has all identifiers masked in its reports, even identifiers that it did not get', async () => {
    await deletions.order(['cache'], [{ userId: 'a', email: 'a@example.com' }]);
    const claimId = randomUUID();
    const job = (await deletions.claim({ claimId })).claimed[0]!.jobs[0]!;
    expect(job.users[0]?.identifiers).toEqual({ userId: 'a' });
    const record = { method: 'test', notes: ['A@example.com has backups.'] };
    const outcome = { status: 'complete' as const, record };
    await deletions.report([{ jobId: job.jobId, claimId, outcome }]);
    const [row] = await deletions.jobs();
    expect(row).toMatchObject({ state: 'complete', record: { notes: ['*** has backups.'] } });
  });

  it('gets only as many jobs as fit into a response', async () => {
    const notes = 'x'.repeat(2_000);
    const users = someUsers(600).map((user) => ({
      ...user,
      ...Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`note${n}`, notes])),
    }));
    for (let n = 0; n < 8; n += 1) {
      deletions.service.catalog.addWebhook(`large_${n}`);
      await deletions.order([`large_${n}`], users.slice(0, 100));
    }
    const seen = new Set<string>();
    for (let round = 0; seen.size < 8; round += 1) {
      expect(round).toBeLessThan(8);
      const { claimed } = await deletions.claim();
      expect(JSON.stringify(claimed).length).toBeLessThan(9 * 1024 * 1024);
      for (const { destinationId } of claimed) seen.add(destinationId);
    }
    expect((await deletions.jobs()).every(({ attempt }) => attempt === 0)).toBe(true);
  });

  it('serves workspaces in turn, even if one workspace has many deletions', async () => {
    for (let n = 0; n < 20; n += 1) {
      deletions.service.catalog.addWebhook(`many_${n}`);
      await deletions.order([`many_${n}`], someUsers(1), 'ws_large');
    }
    await deletions.order(['hook'], someUsers(1), 'ws_small');
    const { claimed } = await deletions.claim({ destinations: 2 });
    expect(claimed.map(({ workspaceId }) => workspaceId).sort()).toEqual(['ws_large', 'ws_small']);
  });

  it('reaches every workspace, even if many destinations of another workspace have been ready for longer', async () => {
    await deletions.order(['hook'], someUsers(1), 'ws_small');
    await addIdleQueues('ws_large', 2_001);
    const { claimed } = await deletions.claim({ destinations: 2 });
    expect(claimed).toMatchObject([{ workspaceId: 'ws_small' }]);
  });

  it('skips destinations that look ready but have no job', async () => {
    await deletions.order(['hook'], someUsers(1));
    await addIdleQueues('ws_a', 60);
    expect((await deletions.claim({ destinations: 1 })).claimed).toHaveLength(1);
  });

  it('leaves slots free for other workspaces if the other workspaces have deletions', async () => {
    for (let n = 0; n < 20; n += 1) {
      deletions.service.catalog.addWebhook(`slow_${n}`);
      await deletions.order([`slow_${n}`], someUsers(1), 'ws_slow');
    }
    const claimAll = async (places: number) => {
      let taken = 0;
      for (let got = 1; got > 0 && taken < places; taken += got) {
        const { claimed, nextInMs } = await deletions.claim({ destinations: places - taken });
        got = claimed.length;
        if (got === 0) expect(nextInMs).toBeGreaterThan(500); // no busy loop
      }
      return taken;
    };
    expect(await claimAll(8)).toBe(8);
    await deletions.database.query(`update regulation.deletion_lanes set worker = 'another'`);
    await deletions.order(['hook'], someUsers(1), 'ws_b');
    expect((await deletions.claim({ destinations: 1 })).claimed).toMatchObject([
      { workspaceId: 'ws_b' },
    ]);
    expect(await claimAll(8)).toBe(6);
  });

  it('gets no job from a database that the relay has not compared with the topics', async () => {
    const query: RunQuery = (sql, parameters) => deletions.database.query(sql, parameters);
    await deletions.order(['hook'], someUsers(1));
    await refuseClaims(query);
    expect((await deletions.claim()).claimed).toEqual([]);
    await allowClaims(query, 'another server');
    expect((await deletions.claim()).claimed).toEqual([]);
    await allowClaims(query);
    expect((await deletions.claim()).claimed).toHaveLength(1);
  });

  it('gets no user of a canceled regulation, even if the cancel did not update the job', async () => {
    const [first] = await deletions.order(['hook'], someUsers(2));
    const [alone] = await deletions.order(['other'], someUsers(1));
    await deletions.database.query(
      'update regulation.regulations set canceled = true where id = any($1)',
      [[first, alone]],
    );
    await deletions.claim();
    expect((await deletions.jobs()).map(({ state, users }) => [state, users.length])).toEqual([
      ['running', 1],
      ['canceled', 0],
    ]);
  });

  it('gets jobs of a destination that was recreated with a type that the worker serves', async () => {
    await deletions.order(['own'], someUsers(1));
    await deletions.service.commands.abortDeletions({
      context: contextOf(),
      destinationId: 'own',
    });
    deletions.service.catalog.addWebhook('own');
    await deletions.order(['own'], someUsers(1));
    expect((await deletions.claim()).claimed).toMatchObject([{ destinationType: 'WEBHOOK' }]);
    deletions.service.catalog.add('own', 'CUSTOM', 'cloud');
  });

  it('gets no job of a type that the worker does not serve', async () => {
    await deletions.order(['own'], someUsers(1));
    await deletions.database.query(
      `update regulation.deletion_lanes set destination_type = 'WEBHOOK'`,
    );
    expect((await deletions.claim()).claimed).toEqual([]);
    const { job } = await deletions.service.commands.claimDeletionJob({
      context: contextOf(),
      leaseSeconds: 60,
    });
    expect(job).toMatchObject({ destinationId: 'own' });
  });

  it('gets no job before its start time, of a paused destination, or for other workers', async () => {
    deletions.service.catalog.dataPlanes = ['ws_planes'];
    await deletions.order(['hook'], someUsers(1), 'ws_planes');
    await deletions.order(['own'], someUsers(1));
    await deletions.order(['other'], someUsers(1));
    await deletions.database.query(
      "update regulation.deletion_lanes set paused_at = now() where destination_id = 'other'",
    );
    deletions.service.catalog.settings = {
      ...deletions.service.catalog.settings,
      deletionDelaySeconds: 600,
    };
    await deletions.order(['hook'], someUsers(1));
    deletions.service.catalog.settings = {
      ...deletions.service.catalog.settings,
      deletionDelaySeconds: 0,
    };
    const { claimed, nextInMs } = await deletions.claim();
    expect(claimed).toEqual([]);
    expect(nextInMs).toBeGreaterThan(500_000);
    expect(nextInMs).toBeLessThanOrEqual(600_000);
  });

  it('gets jobs on hold only after they are released', async () => {
    await deletions.order(['hook', 'other'], someUsers(1));
    await deletions.order(['hook'], someUsers(1), 'ws_b');
    await deletions.database.query(
      'update regulation.deletion_jobs set held = true, claimable_at = null',
    );
    expect((await deletions.claim()).claimed).toEqual([]);
    expect(
      await releaseJobsOnHold(deletions.database, { workspaceId: 'ws_a', destinationId: 'hook' }),
    ).toEqual({ released: 1, left: 0 });
    expect((await deletions.claim()).claimed).toMatchObject([
      { workspaceId: 'ws_a', destinationId: 'hook' },
    ]);
    expect(await releaseJobsOnHold(deletions.database, {})).toEqual({ released: 2, left: 0 });
    expect((await deletions.claim()).claimed).toHaveLength(2);
  });

  it('gets jobs whose queues missed their wake-up, after the periodic search for such queues', async () => {
    await deletions.order(['hook'], someUsers(1));
    await deletions.order(['other'], someUsers(1));
    await deletions.database.query(
      "delete from regulation.deletion_lanes where destination_id = 'hook'",
    );
    await deletions.database.query("update regulation.deletion_lanes set ready_at = 'infinity'");
    expect((await deletions.claim()).claimed).toEqual([]);
    await wakeSleepingQueues(deletions.database);
    expect((await deletions.claim()).claimed).toHaveLength(2);
  });

  it('misses no job that is created during its claim', async () => {
    let done = 0;
    const worker = async () => {
      for (let idle = 0; idle < 2_000 && done < 30; idle += 1) {
        done += (await deletions.attempt(() => DONE)).length;
        await sleep(1);
      }
    };
    const orders = async () => {
      for (let n = 0; n < 30; n += 1) await deletions.order(['hook'], [{ userId: `u${n}` }]);
    };
    await Promise.all([worker(), orders()]);
    expect(done).toBe(30);
  });
});

describe("a workspace's self-hosted worker", () => {
  const claim = (workspaceId = 'ws_a', destinationIds?: string[]) =>
    deletions.service.commands.claimDeletionJob({
      context: contextOf(workspaceId),
      ...(destinationIds && { destinationIds }),
      leaseSeconds: 60,
    });
  const report = (
    job: Pick<OwnJobDto, 'id' | 'leaseToken'>,
    what: {
      status: 'complete' | 'failed' | 'aborted';
      refused?: { userId: string; reason: string }[];
    },
    workspaceId = 'ws_a',
  ) =>
    deletions.service.commands.reportDeletionJob({
      context: contextOf(workspaceId),
      ...{ jobId: job.id, leaseToken: job.leaseToken, ...what },
    });

  it('gets the same job for the same claim, and only jobs of its workspace', async () => {
    await deletions.order(['own'], someUsers(1));
    await deletions.order(['own'], someUsers(1), 'ws_b');
    const claimId = randomUUID();
    const again = (workspaceId: string) =>
      deletions.service.commands.claimDeletionJob({
        context: contextOf(workspaceId),
        ...{ claimId, leaseSeconds: 60 },
      });
    const { job } = await again('ws_a');
    const { job: repeated } = await again('ws_a');
    expect(repeated).toEqual({ ...job, leaseExpiresAt: expect.any(String) as string });
    expect(await claim()).toEqual({});
    const { job: other } = await again('ws_b');
    expect(other).toMatchObject({ destinationId: 'own' });
    expect([other!.id, other!.leaseToken]).not.toEqual([job!.id, job!.leaseToken]);
    await report(job!, { status: 'complete' });
    expect(await again('ws_a')).toEqual({});
  });

  it('gets only one job for concurrent requests with the same claim', async () => {
    deletions.service.catalog.add('own_2', 'CUSTOM', 'cloud');
    await deletions.order(['own', 'own_2'], someUsers(1));
    const claim = {
      ...{ claimId: randomUUID(), destinations: 1, leaseMs: 60_000 },
      ...{ kind: OF_OWN_WORKERS, scope: ['ws_a'] },
    };
    const { database } = deletions;
    const ids = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id);
    const [first, twin] = await database
      .transaction(async (manager) => {
        const inOne = {
          transaction: (work: (of: typeof manager) => Promise<never>) => work(manager),
        };
        const taken = ids(await claimJobs(inOne as unknown as typeof database, claim));
        let hasEnded = false;
        const other = claimJobs(database, claim).finally(() => {
          hasEnded = true;
        });
        await waitFor(async () => hasEnded || (await waitsForLock()));
        return [taken, other.then(ids)] as const;
      })
      .then(async ([taken, other]) => [taken, await other] as const);
    expect(first).toHaveLength(1);
    expect(twin).toEqual(first);
    expect((await deletions.jobs()).map(({ state }) => state).sort()).toEqual([
      'pending',
      'running',
    ]);
  });

  it('has no open job at a destination that was deleted, or that has another type now', async () => {
    const { catalog } = deletions.service;
    for (const id of ['gone', 'changed']) catalog.add(id, 'CUSTOM', 'cloud');
    await deletions.order(['gone', 'changed', 'own'], someUsers(2));
    catalog.destinations.delete('gone');
    catalog.addWebhook('changed');
    await deletions.order(['changed'], someUsers(1));
    const sweep = () =>
      abortUnserved({
        ...{ database: deletions.database, catalog, topicPrefix: 'test.' },
        afterCommit: () => undefined,
      });
    const states = async (id: string) =>
      (await deletions.jobs()).filter((job) => job.destination_id === id).map(({ state }) => state);
    await sweep();
    expect(await states('gone')).not.toContain('aborted'); // the catalog can be stale
    await deletions.database.query(
      `update regulation.deletion_jobs set created_at = created_at - interval '2 minutes'`,
    );
    await sweep();
    expect(new Set(await states('gone'))).toEqual(new Set(['aborted']));
    expect(new Set(await states('own'))).toEqual(new Set(['pending']));
    expect(new Set(await states('changed'))).toEqual(new Set(['aborted', 'pending']));
    expect((await deletions.claim()).claimed).toMatchObject([
      { destinationId: 'changed', destinationType: 'WEBHOOK' },
    ]);
  });

  it('claims, renews and reports jobs of CUSTOM destinations of its workspace', async () => {
    await deletions.order(
      ['own', 'hook'],
      [
        { userId: 'a', email: 'a@example.com' },
        { userId: 'b', email: 'b@example.com' },
      ],
    );
    expect(await claim('ws_b')).toEqual({});
    expect(await claim('ws_a', ['hook'])).toEqual({});
    const { job } = await claim('ws_a', ['own']);
    expect(job).toMatchObject({ destinationId: 'own', attempt: 0 });
    expect(job!.users[0]).toMatchObject({ userId: 'a', identifiers: { email: 'a@example.com' } });
    const beat = (leaseToken: string, workspaceId = 'ws_a') =>
      deletions.service.commands.heartbeatDeletionJob({
        context: contextOf(workspaceId),
        ...{ jobId: job!.id, leaseToken, leaseSeconds: 3_600 },
      });
    const { leaseExpiresAt } = await beat(job!.leaseToken);
    expect(Date.parse(leaseExpiresAt)).toBeGreaterThan(Date.parse(job!.leaseExpiresAt));
    await expect(beat(randomUUID())).rejects.toMatchObject({ code: 'conflict' });
    await expect(beat(job!.leaseToken, 'ws_b')).rejects.toMatchObject({ code: 'not_found' });

    const refused = [{ userId: 'b', reason: 'B@example.com must be kept by law' }];
    await expect(
      report(job!, { status: 'complete', refused: [{ userId: 'nobody', reason: 'x' }] }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(report(job!, { status: 'complete' }, 'ws_b')).rejects.toMatchObject({
      code: 'not_found',
    });
    await report(job!, { status: 'complete', refused });
    await report(job!, { status: 'complete', refused });
    await expect(
      report({ ...job!, leaseToken: randomUUID() }, { status: 'complete' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    const own = (await deletions.jobs()).filter((row) => row.destination_id === 'own');
    expect(own.map(({ state, reason }) => [state, reason])).toEqual([
      ['complete', null],
      ['aborted', '*** must be kept by law'],
    ]);
  });

  it('can repeat a report, but cannot send a different report', async () => {
    const [user] = await deletions.order(['own'], [{ userId: 'a' }, { userId: 'b' }]);
    const first = (await claim()).job!;
    const isLost = async (job: OwnJobDto, what: Parameters<typeof report>[1]) =>
      expect(report(job, what)).rejects.toMatchObject({ code: 'conflict' });
    await report(first, { status: 'failed' });
    await isLost(first, { status: 'complete' });
    await isLost(first, { status: 'aborted' });
    await deletions.service.commands.cancelRegulation({
      ...{ context: contextOf(), id: user!, allowedTypes: ['suppress_with_delete'] },
    });
    await report(first, { status: 'failed' });
    await isLost(first, { status: 'complete' });
    await deletions.passDelays();
    const second = (await claim()).job!;
    await isLost(first, { status: 'failed' });
    await report(second, { status: 'complete' });
    await isLost(second, { status: 'complete', refused: [{ userId: 'b', reason: 'x' }] });
    await isLost(second, { status: 'aborted' });
    await report(second, { status: 'complete' });
    expect(await deletions.jobs()).toMatchObject([{ state: 'complete', attempt: 1 }]);
  });

  it('gets the error unavailable if a report could not be stored, and can repeat the report', async () => {
    await deletions.order(['own'], [{ userId: 'a' }]);
    const { job } = await claim();
    await deletions.database.query(
      `alter table regulation.deletion_jobs add constraint fails check (state <> 'failed') not valid`,
    );
    await expect(report(job!, { status: 'failed' })).rejects.toMatchObject({ code: 'unavailable' });
    await deletions.database.query('alter table regulation.deletion_jobs drop constraint fails');
    await report(job!, { status: 'failed' });
    expect((await deletions.jobs())[0]).toMatchObject({ state: 'failed', attempt: 1 });
  });

  it('cannot report jobs that Lethe carries out', async () => {
    await deletions.order(['hook'], [{ userId: 'a' }]);
    const claimId = randomUUID();
    const { claimed } = await deletions.claim({ claimId });
    const id = claimed[0]!.jobs[0]!.jobId;
    await expect(report({ id, leaseToken: claimId }, { status: 'complete' })).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    );
  });
});

describe("a data plane's worker", () => {
  const REPORTED = ['failed', 'aborted', 'complete'] as const;
  const claim = (...workspaceIds: string[]) =>
    deletions.service.commands.claimDataPlaneJob({
      context: { requestId: 'test', deadline: Date.now() + 60_000, workspaceIds },
    });
  const update = (
    jobId: string,
    status: 'running' | 'complete' | 'failed' | 'aborted',
    workspaceIds: string | readonly string[] = 'ws_a',
    reason = 'no reason',
  ) =>
    deletions.service.commands.updateDataPlaneJob({
      context: {
        ...{ requestId: 'test', deadline: Date.now() + 60_000 },
        workspaceIds: [workspaceIds].flat(),
      },
      ...{ jobId, status, reason },
    });

  it('gets jobs in its format, only of workspaces that leave deletions to data planes', async () => {
    await deletions.order(['hook'], [{ userId: 'a', vip: true, nothing: null, list: [1] }]);
    expect(await claim('ws_a', 'ws_b')).toEqual({});
    deletions.service.catalog.dataPlanes = ['ws_a'];
    expect(await claim('ws_b')).toEqual({});
    const both = await Promise.all([claim('ws_a'), claim('ws_a')]);
    const jobs = both.flatMap(({ job }) => job ?? []);
    expect(jobs).toEqual([
      {
        jobId: expect.stringMatching(/^[1-9]\d*$/) as string,
        ...{ workspaceId: 'ws_a', destinationId: 'hook', failedAttempts: 0 },
        users: [{ userId: 'a', vip: 'true', list: '[1]' }],
      },
    ]);
  });

  it('reports by the id of the job, even after its lease, until the state is final', async () => {
    deletions.service.catalog.dataPlanes = ['ws_a'];
    const [user] = await deletions.order(['hook'], [{ userId: 'a' }]);
    const { job } = await claim('ws_a');
    await update(job!.jobId, 'running');
    await update(job!.jobId, 'complete', 'ws_b');
    await deletions.passLeases();
    expect(await endExpiredLeases(deletions.database, 'test.')).toBe(1);
    await update(job!.jobId, 'failed'); // was counted when the lease expired
    expect((await deletions.jobs())[0]).toMatchObject({ state: 'failed', attempt: 1 });
    await update(job!.jobId, 'complete');
    await update(job!.jobId, 'aborted');
    await update('4711', 'complete');
    expect((await deletions.jobs())[0]).toMatchObject({ state: 'complete', attempt: 1 });
    expect(await deletions.told(user!)).toEqual(['failed', 'complete']);
  });

  it('can report after its workspace switched back to Lethe, but not while Lethe has leased the job', async () => {
    deletions.service.catalog.dataPlanes = ['ws_a'];
    await deletions.order(['hook', 'other'], [{ userId: 'a' }]);
    const first = await claim('ws_a');
    const second = await claim('ws_a');
    deletions.service.catalog.dataPlanes = [];
    await update(first.job!.jobId, 'complete');
    await deletions.passLeases();
    await endExpiredLeases(deletions.database, 'test.');
    await deletions.passDelays();
    const claimId = randomUUID();
    const [{ jobs }] = (await deletions.claim({ claimId })).claimed as [ClaimedDestination];
    const states = async () => (await deletions.jobs()).map(({ state }) => state).sort();
    for (const status of REPORTED) {
      await update(second.job!.jobId, status);
      expect([status, await states()]).toEqual([status, ['complete', 'running']]);
    }
    const outcome = { status: 'failed', reason: 'x' } as const;
    await deletions.report([{ jobId: jobs[0]!.jobId, claimId, outcome }]);
    expect(await states()).toEqual(['complete', 'failed']);
    // No worker has leased the job now, and the data plane had leased it before.
    await update(second.job!.jobId, 'complete');
    expect(await states()).toEqual(['complete', 'complete']);
  });

  it('cannot end a job in any state if no data plane of its workspace has leased the job', async () => {
    const { catalog } = deletions.service;
    catalog.add('own', 'CUSTOM', 'cloud');
    const jobIn = async (workspaceId: string, destinationId: string) => {
      await deletions.order([destinationId], [{ userId: 'a' }], workspaceId);
      const jobs = await deletions.jobs(workspaceId);
      return jobs.find((job) => job.destination_id === destinationId)!.id;
    };
    /**
     * Sends all possible reports, for the workspace and for its namespace. Checks that the state
     * stays.
     */
    const ignoresReports = async (jobId: string, state: string) => {
      for (const status of REPORTED) {
        await update(jobId, status);
        await update(jobId, status, ['ws_b', 'ws_a']);
      }
      const [job] = (await deletions.jobs()).filter(({ id }) => id === jobId);
      expect(job).toMatchObject({ state });
    };
    const waits = await jobIn('ws_a', 'hook');
    await ignoresReports(waits, 'pending');
    const claimId = randomUUID();
    await deletions.claim({ claimId });
    await ignoresReports(waits, 'running');
    const reports = (outcome: JobOutcome) => [{ jobId: waits, claimId, outcome }];
    await deletions.report(reports({ status: 'failed', reason: 'HTTP 500' }));
    await ignoresReports(waits, 'failed');
    await deletions.database.query('update regulation.deletion_jobs set held = true');
    await ignoresReports(waits, 'failed');
    await deletions.database.query(`update regulation.deletion_jobs set state = 'aborted'`);
    await ignoresReports(waits, 'aborted');
    const own = await jobIn('ws_a', 'own');
    await deletions.service.commands.claimDeletionJob({ context: contextOf(), leaseSeconds: 60 });
    await ignoresReports(own, 'running');
  });

  it('of a namespace can report for each workspace of the namespace, and for no other workspace', async () => {
    deletions.service.catalog.dataPlanes = ['ws_a', 'ws_b'];
    await deletions.order(['hook'], [{ userId: 'a' }], 'ws_b');
    const { job } = await claim('ws_a', 'ws_b');
    await update(job!.jobId, 'complete', ['ws_a', 'ws_c']);
    expect(await deletions.jobs('ws_b')).toMatchObject([{ state: 'running' }]);
    // The data plane uses another secret of the workspace, because the first secret was rotated.
    await update(job!.jobId, 'complete', ['ws_b']);
    expect(await deletions.jobs('ws_b')).toMatchObject([{ state: 'complete' }]);
  });

  it('cannot end a canceled job, and changes nothing with a repeated report', async () => {
    deletions.service.catalog.dataPlanes = ['ws_a'];
    const [id = ''] = await deletions.order(['hook'], [{ userId: 'a' }]);
    const { job } = await claim('ws_a');
    await update(job!.jobId, 'failed');
    await update(job!.jobId, 'failed');
    expect(await deletions.jobs()).toMatchObject([{ state: 'failed', attempt: 1 }]);
    await deletions.service.commands.cancelRegulation({
      ...{ context: contextOf(), id, allowedTypes: ['suppress_with_delete'] },
    });
    for (const status of REPORTED) await update(job!.jobId, status);
    expect(await deletions.jobs()).toMatchObject([{ state: 'canceled' }]);
  });

  it('keeps its job, even if Lethe’s worker sends the claim id of the data plane', async () => {
    deletions.service.catalog.dataPlanes = ['ws_a'];
    await deletions.order(['hook'], [{ userId: 'a' }]);
    const { job } = await claim('ws_a');
    const [row] = await deletions.jobs();
    const report = { jobId: job!.jobId, claimId: row!.claim_id!, outcome: DONE };
    expect(await deletions.report([report])).toEqual({ results: ['lease_lost'] });
    const [beat] = [{ jobId: job!.jobId, claimId: row!.claim_id! }];
    const { held } = await deletions.service.commands.heartbeatDeletions({
      ...{ context: contextOf(), worker: 'test', jobs: [beat], leaseMs: 60_000 },
    });
    expect(held).toEqual([]);
    expect(await deletions.jobs()).toMatchObject([{ state: 'running' }]);
  });

  it('leases only the one job that it gets, even if a bucket has several jobs', async () => {
    deletions.service.catalog.add('bucket', 'S3', 'cloud', { bucketName: 'events' });
    deletions.service.catalog.dataPlanes = ['ws_a'];
    for (const userId of ['a', 'b']) await deletions.order(['bucket'], [{ userId }]);
    const { job } = await claim('ws_a');
    const running = (await deletions.jobs()).filter(({ state }) => state === 'running');
    expect(running.map(({ id }) => id)).toEqual([job!.jobId]);
  });

  it('gets a failed job again later, with the number of failures', async () => {
    deletions.service.catalog.dataPlanes = ['ws_a'];
    await deletions.order(['hook'], [{ userId: 'a', email: 'a@example.com' }]);
    const { job } = await claim('ws_a');
    await update(job!.jobId, 'failed', 'ws_a', 'HTTP 500 for A@example.com');
    expect(await deletions.jobs()).toMatchObject([{ reason: 'HTTP 500 for ***' }]);
    expect(await claim('ws_a')).toEqual({});
    await deletions.passDelays();
    expect((await claim('ws_a')).job).toMatchObject({ failedAttempts: 1 });
  });
});
