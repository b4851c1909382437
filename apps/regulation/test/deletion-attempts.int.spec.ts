import type { JobOutcome, DeletionAttemptDto } from '@lethe/api/deletions';
import { randomUUID } from 'node:crypto';

import { endExpiredLeases } from '../src/deletions/sweep/end-expired-leases.js';
import { settleStatuses } from '../src/record/statuses/settle-statuses.js';
import { DeletionService, DONE } from './deletion-service.js';
import { contextOf } from './test-service.js';

let deletions: DeletionService;
beforeAll(async () => {
  deletions = await DeletionService.start();
});
afterAll(() => deletions.close());
beforeEach(async () => {
  await deletions.database.query(
    'truncate regulation.deletion_jobs, regulation.deletion_lanes cascade',
  );
  deletions.service.catalog.addWebhook('hook');
  deletions.service.catalog.add('own', 'CUSTOM', 'cloud');
  deletions.service.catalog.dataPlanes = [];
});

const order = (...userIds: string[]) =>
  deletions.order(
    ['hook'],
    userIds.map((userId) => ({ userId })),
  );
const get = (id: string, workspaceId = 'ws_a') =>
  deletions.service.commands.getRegulation({ context: contextOf(workspaceId), id });
/** Returns the history of the only deletion. Checks that the job has the same history. */
const historyOf = async (id: string): Promise<readonly DeletionAttemptDto[]> => {
  const [deletion] = (await get(id)).deletions ?? [];
  const job = await deletions.service.commands.getDeletionJob({
    context: contextOf(),
    id: deletion!.jobId!,
  });
  expect(job.history).toEqual(deletion!.history);
  return job.history;
};
const without = (attempt: DeletionAttemptDto, ...names: (keyof DeletionAttemptDto)[]) => {
  const left = Object.entries(attempt).filter(
    ([name]) => !names.includes(name as keyof DeletionAttemptDto),
  );
  return Object.fromEntries(left) as Partial<DeletionAttemptDto>;
};
/** Returns the history without times. Other expectations check the times. */
const entriesOf = async (id: string) =>
  (await historyOf(id)).map((one) => without(one, 'at', 'nextAttemptAt'));
const attempt = async (outcome: JobOutcome) => {
  const jobs = await deletions.attempt(() => outcome);
  await deletions.passDelays();
  return jobs;
};
const failed = (reason: string): JobOutcome => ({ status: 'failed', reason });
const limited: JobOutcome = { status: 'delayed', cause: 'limit', reason: 'Status 429.' };
const lethe = { worker: 'lethe' } as const;
const isOrdered = (times: readonly string[]) =>
  times.every((time, n) => n === 0 || time >= times[n - 1]!);

describe('the history of a deletion', () => {
  it('has the outcome, reason, time and next attempt of each attempt', async () => {
    const [id = ''] = await order('a');
    expect(await historyOf(id)).toEqual([]);
    await attempt(failed('Status 500.'));
    await attempt(limited);
    await attempt(limited);
    await attempt(DONE);
    expect(await entriesOf(id)).toEqual([
      { outcome: 'failed', ...lethe, reason: 'Status 500.' },
      {
        ...{ outcome: 'delayed', ...lethe, reason: 'Status 429.', times: 2 },
        since: expect.any(String) as string,
      },
      { outcome: 'complete', ...lethe },
    ]);
    const history = await historyOf(id);
    expect(isOrdered(history.map(({ at }) => at))).toBe(true);
    for (const { at, nextAttemptAt } of history.slice(0, 2)) {
      expect(Date.parse(nextAttemptAt!)).toBeGreaterThan(Date.parse(at));
    }
    expect(history[2]).not.toHaveProperty('nextAttemptAt');
    const { finishedAt } = (await get(id)).deletions![0]!;
    expect(history[2]!.at).toBe(finishedAt);
  });

  it('has each attempt only once, even if reports are repeated or late', async () => {
    const [id = ''] = await order('a');
    const report = (claimId: string, jobId: string, outcome: JobOutcome) => ({
      jobId,
      claimId,
      outcome,
    });
    const claim = async () => {
      const claimId = randomUUID();
      const { claimed } = await deletions.claim({ claimId });
      return { claimId, jobId: claimed[0]!.jobs[0]!.jobId };
    };
    const first = await claim();
    const failure = report(first.claimId, first.jobId, failed('Status 500.'));
    const together = [1, 2, 3].map(() => deletions.report([failure, failure]));
    expect((await Promise.all(together)).flatMap(({ results }) => results)).toEqual(
      Array.from({ length: 6 }, () => 'taken'),
    );
    await deletions.passDelays();
    const second = await claim();
    expect(await deletions.report([failure])).toEqual({ results: ['lease_lost'] });
    const done = report(second.claimId, second.jobId, DONE);
    expect(await deletions.report([done])).toEqual({ results: ['taken'] });
    expect(await deletions.report([done, failure])).toEqual({ results: ['taken', 'lease_lost'] });
    expect(await entriesOf(id)).toEqual([
      { outcome: 'failed', ...lethe, reason: 'Status 500.' },
      { outcome: 'complete', ...lethe },
    ]);
  });

  it('is copied to the new jobs when a job is split', async () => {
    const [a = '', b = '', c = ''] = await order('a', 'b', 'c');
    await attempt(failed('Status 500.'));
    await attempt({ status: 'refused', reason: 'one of them is malformed' });
    const refused = [{ regulationId: c, reason: 'protected' }];
    const end = () =>
      deletions.attempt(({ users }) =>
        users.some(({ regulationId }) => regulationId === c) ? { ...DONE, refused } : DONE,
      );
    while ((await end()).length > 0);
    const both = [
      { outcome: 'failed', ...lethe, reason: 'Status 500.' },
      { outcome: 'refused', ...lethe, reason: 'one of them is malformed' },
    ];
    const complete = [...both, { outcome: 'complete', ...lethe }];
    expect(await entriesOf(a)).toEqual(complete);
    expect(await entriesOf(b)).toEqual(complete);
    expect(await entriesOf(c)).toEqual([
      ...both,
      { outcome: 'aborted', ...lethe, reason: 'protected' },
    ]);
  });

  it('shows a refused user as failed permanently, and other users as deleted', async () => {
    const [a = '', b = ''] = await order('a', 'b');
    await attempt(failed('Status 500.'));
    const refused = [{ regulationId: b, reason: 'protected' }];
    await deletions.attempt(() => ({ ...DONE, refused }) as JobOutcome);
    const before = { outcome: 'failed', ...lethe, reason: 'Status 500.' };
    expect(await entriesOf(a)).toEqual([before, { outcome: 'complete', ...lethe }]);
    expect(await entriesOf(b)).toEqual([
      before,
      { outcome: 'aborted', ...lethe, reason: 'protected' },
    ]);
  });

  it('continues in the job of a retry, and names the token that requested the retry', async () => {
    const [id = ''] = await order('a');
    for (let n = 1; n <= 4; n += 1) await attempt(failed(`Status 50${n}.`));
    const context = { ...contextOf(), actor: 'alice' };
    await deletions.service.commands.retryRegulation({ context, id });
    await attempt(DONE);
    expect(await entriesOf(id)).toEqual([
      ...[1, 2, 3].map((n) => ({ outcome: 'failed', ...lethe, reason: `Status 50${n}.` })),
      { outcome: 'aborted', ...lethe, reason: 'Status 504.' },
      { outcome: 'retried', createdBy: 'alice' },
      { outcome: 'complete', ...lethe },
    ]);
    const [former] = await deletions.jobs();
    const old = await deletions.service.commands.getDeletionJob({ context, id: former!.id });
    expect(old.history.map(({ outcome }) => outcome)).toEqual([
      'failed',
      'failed',
      'failed',
      'aborted',
    ]);
  });

  it('keeps the first and the last of many attempts, and the number of omitted attempts', async () => {
    const [id = ''] = await order('a');
    for (let n = 0; n < 15; n += 1) {
      await attempt({ status: 'aborted', reason: `No. ${n}` });
      await deletions.service.commands.retryDeletionJobs({ context: contextOf(), limit: 10 });
    }
    await attempt(DONE);
    const entries = await entriesOf(id);
    expect(entries).toHaveLength(21);
    expect(entries[0]).toMatchObject({ reason: 'No. 0' });
    expect(entries[1]).toMatchObject({ omittedBefore: 10 });
    expect(entries.slice(2).some(({ omittedBefore }) => omittedBefore !== undefined)).toBe(false);
    expect(entries.at(-1)).toEqual({ outcome: 'complete', ...lethe });
  });

  it('shows an expired lease only once, and shows that a job was given back', async () => {
    const [id = ''] = await order('a');
    await deletions.claim();
    await deletions.passLeases();
    await endExpiredLeases(deletions.database, 'test.');
    await endExpiredLeases(deletions.database, 'test.');
    await deletions.passDelays();
    await attempt({
      status: 'released',
      reason: 'The worker could not continue, and gave the job back.',
    });
    expect(await entriesOf(id)).toEqual([
      {
        ...{ outcome: 'failed', ...lethe },
        reason: expect.stringContaining('ended without a report') as string,
      },
      { outcome: 'released', ...lethe },
    ]);
    // The regulation is canceled between the claim and the read, so the job ends without an
    // attempt.
    await attempt(DONE);
    const [b = ''] = await order('b');
    await deletions.database.query(
      'update regulation.regulations set canceled = true where id = $1',
      [b],
    );
    expect((await deletions.claim()).claimed).toEqual([]);
    const rows = await deletions.database.query(
      `select history from regulation.deletion_jobs where state = 'canceled'`,
    );
    expect(rows).toEqual([{ history: null }]);
  });

  it('shows the self-hosted worker of the workspace', async () => {
    const [id = ''] = await deletions.order(['own'], [{ userId: 'a' }]);
    const context = { ...contextOf(), actor: 'crm-worker' };
    const own = deletions.service.commands;
    const { job } = await own.claimDeletionJob({ context, leaseSeconds: 60 });
    const { id: jobId, leaseToken } = job!;
    const report = { context, jobId, leaseToken, status: 'failed', reason: 'locked' } as const;
    await own.reportDeletionJob(report);
    await own.reportDeletionJob(report);
    await deletions.passDelays();
    await own.claimDeletionJob({ context, leaseSeconds: 60 });
    await deletions.passLeases();
    await endExpiredLeases(deletions.database, 'test.');
    expect(await entriesOf(id)).toEqual([
      { outcome: 'failed', worker: 'own_worker', createdBy: 'crm-worker', reason: 'locked' },
      {
        ...{ outcome: 'failed', worker: 'own_worker' },
        reason: expect.stringContaining('ended without a report') as string,
      },
    ]);
  });

  it('shows the late success of a data plane after its expired lease, and ignores its late failures', async () => {
    const [id = ''] = await order('a');
    deletions.service.catalog.dataPlanes = ['ws_a'];
    const sent = {
      context: { requestId: 'test', deadline: Date.now() + 600_000, workspaceIds: ['ws_a'] },
    };
    const planes = deletions.service.commands;
    const jobId = (await planes.claimDataPlaneJob(sent)).job!.jobId;
    await deletions.passLeases();
    await endExpiredLeases(deletions.database, 'test.');
    for (let n = 0; n < 3; n += 1) {
      await planes.updateDataPlaneJob({ ...sent, jobId, status: 'failed', reason: 'late' });
      await planes.updateDataPlaneJob({ ...sent, jobId, status: 'running' });
    }
    for (let n = 0; n < 2; n += 1) {
      await planes.updateDataPlaneJob({ ...sent, jobId, status: 'complete' });
    }
    expect(await entriesOf(id)).toEqual([
      {
        ...{ outcome: 'failed', worker: 'data_plane' },
        reason: expect.stringContaining('ended without a report') as string,
      },
      { outcome: 'complete', worker: 'data_plane' },
    ]);
  });

  it('shows that the destination was deleted', async () => {
    const [id = ''] = await order('a');
    await attempt(failed('Status 500.'));
    await deletions.service.commands.abortDeletions({
      context: contextOf(),
      destinationId: 'hook',
    });
    expect(await entriesOf(id)).toEqual([
      { outcome: 'failed', ...lethe, reason: 'Status 500.' },
      { outcome: 'aborted', reason: 'The destination was deleted.' },
    ]);
  });

  it('loses only its reasons when the identifiers of the last user are purged', async () => {
    const [id = ''] = await order('a');
    await attempt(failed('Status 500.'));
    await attempt(DONE);
    const before = await historyOf(id);
    await settleStatuses(deletions.database);
    await deletions.database.query(
      `update regulation.regulations set done_at = now() - interval '40 days'`,
    );
    expect(await deletions.service.purge(30)).toBeGreaterThan(0);
    expect(await historyOf(id)).toEqual(before.map((one) => without(one, 'reason')));
    expect(before[0]).toHaveProperty('reason');
  });

  it('is hidden from other workspaces, and is in no list', async () => {
    const [id = ''] = await order('a');
    await attempt(failed('Status 500.'));
    const { jobId } = (await get(id)).deletions![0]!;
    const planes = deletions.service.commands;
    const read = (workspaceId: string, job: string) =>
      planes.getDeletionJob({ context: contextOf(workspaceId), id: job });
    await expect(read('ws_b', jobId!)).rejects.toMatchObject({ code: 'not_found' });
    await expect(read('ws_a', '999')).rejects.toMatchObject({ code: 'not_found' });
    await expect(read('ws_a', 'x')).rejects.toMatchObject({ code: 'not_found' });
    await expect(get(id, 'ws_b')).rejects.toMatchObject({ code: 'not_found' });
    const { data } = await planes.listDeletionJobs({ context: contextOf(), limit: 10 });
    expect(data).toHaveLength(1);
    expect(data[0]).not.toHaveProperty('history');
    const person = await deletions.service.commands.lookUpUser({
      context: contextOf(),
      userId: 'a',
    });
    expect(JSON.stringify(person)).not.toContain('history');
  });

  it('is left out of a regulation whose histories are too large, but not out of the job', async () => {
    const ids = Array.from({ length: 80 }, (_, n) => `wide_${String(n).padStart(2, '0')}`);
    for (const id of ids) deletions.service.catalog.addWebhook(id);
    const [id = ''] = await deletions.order(ids, [{ userId: 'a' }]);
    // A history of maximum size has 20 attempts with reasons of 500 characters.
    await deletions.database.query(
      `update regulation.deletion_jobs set history = (
         select jsonb_agg(jsonb_build_object('at', '2026-11-21T09:00:00.000Z', 'outcome', 'failed', 'worker', 'lethe',
                                             'reason', repeat('€', 500)))
           from generate_series(1, 20))`,
    );
    const { deletions: shown = [] } = await get(id);
    const lengths = shown.map(({ history }) => history?.length);
    expect(lengths[0]).toBe(20);
    expect(lengths.at(-1)).toBeUndefined();
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThan(1.2 * 1024 * 1024);
    const job = await deletions.service.commands.getDeletionJob({
      context: contextOf(),
      id: shown.at(-1)!.jobId!,
    });
    expect(job.history).toHaveLength(20);
  });
});
