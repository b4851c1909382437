import type { DeletionJobDto, ListDeletionJobsDto } from '@lethe/api/deletions';
import { JOB_LIST } from '../src/deletions/manage/list-deletion-jobs.query.js';
import { encodeListCursor } from '../src/record/list-cursor.js';
import { compactTallies } from '../src/deletions/manage/compact-tallies.js';
import { contextOf, newTestService, type TestService } from './test-service.js';

const WORKSPACES = ['ws_a', 'ws_b'];

let service: TestService;
beforeAll(async () => {
  service = await newTestService();
  for (const id of ['dst_1', 'dst_2', 'dst_gone']) service.catalog.addWebhook(id);
});
afterAll(() => service.close());

const query = <Row extends object>(sql: string, parameters: readonly unknown[] = []) =>
  service.database.query<Row>(sql, parameters);

/** Creates deletions, with one job for each destination. Returns the ids of the regulations. */
async function order(
  workspaceId: string,
  destinationIds: readonly string[],
  users: readonly string[],
): Promise<string[]> {
  const { records = [] } = await service.commands.createRegulations({
    context: contextOf(workspaceId),
    ...{
      regulationType: 'delete',
      destinationIds,
      users: users.map((userId) => ({ userId })),
    },
    wantRecords: true,
  });
  return records.map(({ id }) => id);
}

const end = (workspaceId: string, destinationId: string, state: string) =>
  query(
    `update regulation.deletion_jobs set state = $3, reason = 'so it ended', finished_at = now()
      where workspace_id = $1 and destination_id = $2 and state = 'pending'`,
    [workspaceId, destinationId, state],
  );

async function walk(
  workspaceId: string,
  filter: ListDeletionJobsDto,
  limit: number,
): Promise<DeletionJobDto[]> {
  const context = contextOf(workspaceId);
  const found: DeletionJobDto[] = [];
  let afterCursor: string | undefined;
  do {
    const page = await service.commands.listDeletionJobs({
      ...{ context, limit, ...filter },
      ...(afterCursor === undefined ? {} : { afterCursor }),
    });
    expect(page.data.length).toBeLessThanOrEqual(limit);
    found.push(...page.data);
    afterCursor = page.nextCursor;
  } while (afterCursor !== undefined);
  return found;
}

const retry = (workspaceId: string, filter: ListDeletionJobsDto = {}, limit = 1_000) =>
  service.commands.retryDeletionJobs({ context: contextOf(workspaceId), limit, ...filter });

const events = async (type: string): Promise<Readonly<Record<string, unknown>>[]> => {
  const rows = await query<{ data: string }>(
    'select data from regulation.outbox where event_type like $1 order by id',
    [`%${type}`],
  );
  return rows.map(({ data }) => JSON.parse(data) as Readonly<Record<string, unknown>>);
};

/** Empties the tables. Retries after a deadlock with a process of the server, such as a vacuum. */
async function clear(): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await query(`truncate regulation.deletion_jobs, regulation.deletion_job_users, regulation.deletion_verifications, regulation.deletion_lanes,
        regulation.deletion_tallies, regulation.outbox`);
      return;
    } catch (error) {
      if (tries === 5 || (error as { code?: unknown }).code !== '40P01') throw error;
    }
  }
}

describe('listDeletionJobs', () => {
  beforeAll(async () => {
    for (const workspaceId of WORKSPACES) {
      for (const n of [1, 2, 3, 4, 5, 6])
        await order(workspaceId, ['dst_1', 'dst_2'], [`user-${n}`, 'same']);
    }
    // Some jobs get the same creation time.
    await query(
      `update regulation.deletion_jobs set created_at = timestamptz '2026-01-01' + (id / 4) * interval '1 s',
         held = id % 5 = 0, due_at = now() + (case when id % 2 = 0 then -1 else 1 end) * interval '1 h',
         retried_at = case when id % 3 = 0 then now() end,
         state = (array['pending', 'running', 'failed', 'complete', 'aborted'])[1 + id % 5]`,
    );
  });

  it('lists each job once, newest first, for all page sizes', async () => {
    for (const workspaceId of WORKSPACES) {
      const rows = await query<{ id: string }>(
        'select id from regulation.deletion_jobs where workspace_id = $1 order by created_at desc, id desc',
        [workspaceId],
      );
      for (const limit of [1, 2, 4, 6, 1_000]) {
        const jobs = await walk(workspaceId, {}, limit);
        expect(jobs.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      }
    }
  });

  it('ends a page of large records early', async () => {
    const [workspaceId] = WORKSPACES;
    const whole = await walk(workspaceId!, {}, 1_000);
    // A real record has at most 16 KiB. With such records, the test would need too many jobs.
    const record = { method: 'x'.repeat(600_000) };
    await query(`update regulation.deletion_jobs set record = $1 where workspace_id = $2`, [
      record,
      workspaceId,
    ]);
    const page = await service.commands.listDeletionJobs({
      ...{ context: contextOf(workspaceId), limit: 1_000 },
    });
    expect(page.data.map(({ id }) => id)).toEqual(whole.slice(0, 2).map(({ id }) => id));
    expect((await walk(workspaceId!, {}, 1_000)).map(({ id }) => id)).toEqual(
      whole.map(({ id }) => id),
    );
    await query('update regulation.deletion_jobs set record = null');
  });

  const aborted = `state = 'aborted' and retried_at is null`;
  const open = `(state in ('pending', 'running', 'failed') or ${aborted})`;
  const waiting = `state in ('pending', 'failed')`;
  it.each<[ListDeletionJobsDto, string]>([
    [{ destinationId: 'dst_1' }, `destination_id = 'dst_1'`],
    [{ destinationId: 'dst_none' }, 'false'],
    [{ status: 'failed' }, `state = 'failed'`],
    [{ status: 'canceled' }, 'false'],
    [
      { status: 'aborted', destinationId: 'dst_2' },
      `state = 'aborted' and destination_id = 'dst_2'`,
    ],
    [{ overdue: true }, `due_at < now() and ${open}`],
    [{ overdue: false }, `not (due_at < now() and ${open})`],
    [{ overdue: true, status: 'complete' }, 'false'],
    [{ overdue: true, status: 'aborted' }, `due_at < now() and ${aborted}`],
    [{ needsAttention: true }, aborted],
    [
      { needsAttention: true, destinationId: 'dst_1', overdue: true },
      `due_at < now() and ${aborted} and destination_id = 'dst_1'`,
    ],
    [{ needsAttention: true, status: 'failed' }, 'false'],
    [{ needsAttention: false }, `not (${aborted})`],
    [
      {
        overdue: true,
        status: 'complete',
        destinationId: 'dst_1',
        createdAfter: '2026-01-01T00:00:01.000Z',
        createdBefore: '2027-01-01T00:00:01.000Z',
      },
      'false',
    ],
    [{ held: true }, `held and ${waiting}`],
    [{ held: false }, `not (held and ${waiting})`],
    [{ createdAfter: '2026-01-01T00:00:02.000Z' }, `created_at >= '2026-01-01T00:00:02Z'`],
    [{ createdBefore: '2026-01-01T00:00:02.000Z' }, `created_at < '2026-01-01T00:00:02Z'`],
    [
      { overdue: true, destinationId: 'dst_1', createdAfter: '2026-01-01T00:00:01.000Z' },
      `due_at < now() and ${open} and destination_id = 'dst_1' and created_at >= '2026-01-01T00:00:01Z'`,
    ],
  ])('filters by %j', async (filter, condition) => {
    const rows = await query<{ id: string }>(
      `select id from regulation.deletion_jobs where workspace_id = 'ws_b' and ${condition}
        order by created_at desc, id desc`,
    );
    const jobs = await walk('ws_b', filter, 2);
    expect(jobs.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('shows the same values of overdue and needsAttention as the filters', async () => {
    const jobs = await walk('ws_b', {}, 1_000);
    for (const name of ['overdue', 'needsAttention'] as const) {
      const found = await walk('ws_b', { [name]: true }, 1_000);
      expect(found.length).toBeGreaterThan(0);
      expect(jobs.filter((job) => job[name]).map(({ id }) => id)).toEqual(
        found.map(({ id }) => id),
      );
      const [one] = found;
      const context = contextOf('ws_b');
      expect(await service.commands.getDeletionJob({ context, id: one!.id })).toMatchObject({
        [name]: true,
      });
    }
  });

  it('loses and repeats no job while other jobs are created and end', async () => {
    const before = await walk('ws_a', {}, 1_000);
    const seen: string[] = [];
    let afterCursor: string | undefined;
    do {
      const page = await service.commands.listDeletionJobs({
        ...{ context: contextOf('ws_a'), limit: 1 },
        ...(afterCursor === undefined ? {} : { afterCursor }),
      });
      seen.push(...page.data.map(({ id }) => id));
      afterCursor = page.nextCursor;
      await order('ws_a', ['dst_1'], ['late']);
      await query(
        `update regulation.deletion_jobs set state = 'complete' where id = (
           select min(id) from regulation.deletion_jobs where workspace_id = 'ws_a' and state = 'pending')`,
      );
    } while (afterCursor !== undefined);
    expect(seen).toEqual(before.map(({ id }) => id));
  });

  it('refuses a cursor of another workspace, and an invalid cursor', async () => {
    const { nextCursor = '' } = await service.commands.listDeletionJobs({
      ...{ context: contextOf('ws_a'), limit: 1 },
    });
    for (const afterCursor of [nextCursor, 'A'.repeat(30), 'x']) {
      const page = service.commands.listDeletionJobs({
        ...{ context: contextOf('ws_b'), limit: 1, afterCursor },
      });
      await expect(page).rejects.toMatchObject({ code: 'invalid_cursor' });
    }
    for (const micros of [2n ** 63n - 1n, -(2n ** 63n), 10n ** 18n, -1n]) {
      const page = service.commands.listDeletionJobs({
        ...{ context: contextOf('ws_b'), limit: 1 },
        afterCursor: encodeListCursor(JOB_LIST, 'ws_b', {
          created_micros: String(micros),
          id: '1',
        }),
      });
      await expect(page).rejects.toMatchObject({ code: 'invalid_cursor' });
    }
  });
});

describe('summarizeDeletionJobs', () => {
  beforeEach(clear);

  it('counts jobs by destination and state, with the creation time of the oldest job', async () => {
    await order('ws_a', ['dst_1', 'dst_2'], ['u']);
    await order('ws_a', ['dst_1'], ['v']);
    await order('ws_b', ['dst_1'], ['w']);
    await end('ws_a', 'dst_2', 'complete');
    await query(
      `update regulation.deletion_jobs set created_at = '2026-01-01', due_at = '2026-01-31', held = true
        where id = (select min(id) from regulation.deletion_jobs where destination_id = 'dst_1')`,
    );
    const context = contextOf('ws_a');
    await service.commands.pauseDeletions({ context, destinationId: 'dst_gone' });
    const { destinations } = await service.commands.summarizeDeletionJobs({ context });
    const time = expect.any(String) as string;
    const idle = {
      destinationType: 'WEBHOOK',
      held: 0,
      overdue: 0,
      dueSoon: 0,
      needsAttention: 0,
      foundAgain: 0,
    };
    expect(destinations).toEqual([
      {
        destinationId: 'dst_1',
        destinationType: 'WEBHOOK',
        held: 1,
        overdue: 1,
        dueSoon: 0,
        needsAttention: 0,
        foundAgain: 0,
        states: { pending: { jobs: 2, oldestCreatedAt: '2026-01-01T00:00:00.000Z' } },
      },
      { destinationId: 'dst_2', ...idle, states: { complete: { jobs: 1, oldestCreatedAt: time } } },
      { destinationId: 'dst_gone', ...idle, pausedAt: time, states: {} },
    ]);
    await compactTallies(service.database.query);
    expect(await service.commands.summarizeDeletionJobs({ context })).toEqual({ destinations });
    const other = await service.commands.summarizeDeletionJobs({ context: contextOf('ws_b') });
    expect(other.destinations).toMatchObject([{ states: { pending: { jobs: 1 } } }]);
  });

  it('counts permanently failed jobs as overdue and as needing attention, until they are retried', async () => {
    const context = contextOf('ws_a');
    const counts = async () => {
      const { destinations } = await service.commands.summarizeDeletionJobs({ context });
      return destinations.map(({ overdue, needsAttention, states }) => [
        overdue,
        needsAttention,
        states.aborted?.jobs,
      ]);
    };
    await order('ws_a', ['dst_1'], ['u', 'v']);
    await order('ws_a', ['dst_1'], ['w']);
    await end('ws_a', 'dst_1', 'aborted');
    await query(
      `with job as (
         update regulation.deletion_jobs set due_at = '2026-01-31'
          where id = (select min(id) from regulation.deletion_jobs) returning id)
       update regulation.regulations set due_at = '2026-01-31' where id in (
         select regulation_id from regulation.deletion_job_users join job on job.id = job_id)`,
    );
    expect(await counts()).toEqual([[1, 2, 2]]);
    await retry('ws_a');
    expect(await counts()).toEqual([[1, 0, 2]]); // the retry has the same deadline
    await end('ws_a', 'dst_1', 'complete');
    expect(await counts()).toEqual([[0, 0, 2]]);
  });
});

describe('the counts of ended jobs', () => {
  beforeEach(clear);

  it('match the table for each way in which a job ends, even during a concurrent compaction', async () => {
    const compact = () => compactTallies(service.database.query);
    for (let n = 0; n < 6; n += 1) await order('ws_a', ['dst_1', 'dst_2'], [`u-${n}`]);
    const states = ['complete', 'aborted', 'canceled', 'running', 'failed'];
    const ids = await query<{ id: string }>('select id from regulation.deletion_jobs order by id');
    await Promise.all(
      ids.flatMap(({ id }, n) => [
        query('update regulation.deletion_jobs set state = $2 where id = $1', [id, states[n % 5]]),
        compact(),
      ]),
    );
    await query(`update regulation.deletion_jobs set reason = 'again', state = state`);
    await query(`delete from regulation.deletion_jobs where id = $1`, [ids[0]?.id]);
    await Promise.all([compact(), compact()]);
    const { destinations } = await service.commands.summarizeDeletionJobs({
      context: contextOf('ws_a'),
    });
    const counted = destinations.flatMap(({ destinationId, states: found }) =>
      Object.entries(found).map(([state, { jobs }]) => ({ destinationId, state, jobs })),
    );
    const rows = await query(
      `select destination_id as "destinationId", state, count(*)::int as jobs from regulation.deletion_jobs
        group by 1, 2`,
    );
    expect(counted).toHaveLength(rows.length);
    expect(counted).toEqual(expect.arrayContaining(rows));
  });
});

describe('a pause', () => {
  beforeEach(clear);

  it('keeps its time when it is repeated, and a resume ends it only in one workspace', async () => {
    const pause = (workspaceId: string, paused: boolean) =>
      service.commands[paused ? 'pauseDeletions' : 'resumeDeletions']({
        ...{ context: contextOf(workspaceId), destinationId: 'dst_1' },
      });
    const since = async () =>
      query(
        'select workspace_id, paused_at, paused_by from regulation.deletion_lanes where paused_at is not null order by 1',
      );
    for (const workspaceId of WORKSPACES) await pause(workspaceId, true);
    const first = await since();
    expect(first).toHaveLength(2);
    await Promise.all([pause('ws_a', true), pause('ws_a', true)]);
    expect(await since()).toEqual(first);
    await Promise.all([pause('ws_a', false), pause('ws_a', false)]);
    expect(await since()).toEqual(first.slice(1));
  });

  it('lets a resume start only jobs that wait because their destination backs off', async () => {
    for (const user of ['alone', 'accepted', 'failed', 'delayed'])
      await order('ws_a', ['dst_1'], [user]);
    await query(
      `update regulation.deletion_jobs j
          set claimable_at = now() + interval '1 day',
              state = case r.user_id when 'failed' then 'failed' else 'pending' end,
              started_at = case when r.user_id <> 'delayed' then now() end,
              accepted = case r.user_id when 'accepted' then '{}'::jsonb end
         from regulation.deletion_job_users u join regulation.regulations r on r.id = u.regulation_id
        where u.job_id = j.id`,
    );
    await query(
      `update regulation.deletion_lanes set delayed_until = now() + interval '1 day', ready_at = 'infinity'`,
    );
    await service.commands.resumeDeletions({
      ...{ context: contextOf('ws_a'), destinationId: 'dst_1' },
    });
    const ready = await query(
      `select r.user_id from regulation.deletion_jobs j
         join regulation.deletion_job_users u on u.job_id = j.id
         join regulation.regulations r on r.id = u.regulation_id where claimable_at <= now()`,
    );
    expect(ready).toEqual([{ user_id: 'alone' }]);
    expect(
      await query(`select from regulation.deletion_lanes where ready_at <= now()`),
    ).toHaveLength(1);
  });

  it('is shown in the list and in the regulation, with the reason and the next attempt', async () => {
    const [id = ''] = await order('ws_a', ['dst_1'], ['u']);
    const context = contextOf('ws_a');
    const shown = async () => {
      const { data } = await service.commands.listDeletionJobs({ context, limit: 10 });
      const { deletions } = await service.commands.getRegulation({ context, id });
      const [[inList], [inRegulation]] = [data, deletions ?? []];
      expect(inList!.nextAttemptAt).toBe(inRegulation!.nextAttemptAt);
      expect(inList!.reason).toBe(inRegulation!.reason);
      return inList!;
    };
    const pause = (paused: boolean) =>
      service.commands[paused ? 'pauseDeletions' : 'resumeDeletions']({
        ...{ context, destinationId: 'dst_1' },
      });
    await query(
      `update regulation.deletion_lanes set delayed_until = timestamptz '2999-01-01 00:00:00Z'`,
    );
    expect((await shown()).nextAttemptAt).toBe('2999-01-01T00:00:00.000Z');
    await pause(true);
    const paused = await shown();
    expect(paused.nextAttemptAt).toBeUndefined();
    expect(paused.reason).toBe('Deletions at this destination are paused.');
    await pause(false);
    expect((await shown()).nextAttemptAt).toBeDefined();
  });

  it('is refused for an unknown destination', async () => {
    const context = contextOf('ws_a');
    const pause = service.commands.pauseDeletions({
      context,
      destinationId: 'none',
    });
    await expect(pause).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a retry', () => {
  beforeEach(clear);

  it('creates and publishes a new job for each permanently failed job, and keeps the old job', async () => {
    for (const workspaceId of WORKSPACES) {
      await order(workspaceId, ['dst_1', 'dst_2'], ['u', 'v']);
      await end(workspaceId, 'dst_1', 'aborted');
      await end(workspaceId, 'dst_2', 'complete');
    }
    await query(`update regulation.regulations set due_at = '2027-01-01'`);
    await query(`update regulation.deletion_jobs set due_at = '2027-01-01', attempt = 4`);
    await query('truncate regulation.outbox');
    const wakes = service.wakes();
    expect(await retry('ws_a')).toEqual({ jobs: 1, users: 2, more: false, leftOut: [] });
    expect(service.wakes()).toBeGreaterThan(wakes);

    const [made, old] = await walk('ws_a', { destinationId: 'dst_1' }, 10);
    expect(made).toMatchObject({ status: 'pending', attempts: 0, users: 2, held: false });
    expect(made?.dueAt).toBe('2027-01-01T00:00:00.000Z');
    expect(old).toMatchObject({ status: 'aborted', retriedAt: expect.any(String) as string });
    expect(await events('deletion-requested.v1')).toMatchObject([
      { jobId: made?.id, destinationId: 'dst_1', attempt: 0, users: [{}, {}] },
    ]);
    expect(await events('deletion-status-changed.v1')).toMatchObject([
      { workspaceId: 'ws_a', destinationId: 'dst_1', status: 'pending' },
      { status: 'pending' },
    ]);
    expect(await walk('ws_b', {}, 10)).toHaveLength(2);
  });

  it('is made only once for concurrent requests', async () => {
    for (let n = 0; n < 5; n += 1) await order('ws_a', ['dst_1'], [`u-${n}`]);
    await end('ws_a', 'dst_1', 'aborted');
    const results = await Promise.all([1, 2, 3, 4].map(() => retry('ws_a')));
    expect(results.reduce((sum, { jobs }) => sum + jobs, 0)).toBe(5);
    expect(await walk('ws_a', { status: 'pending' }, 10)).toHaveLength(5);
    expect(await retry('ws_a')).toMatchObject({ jobs: 0, more: false });
  });

  it('retries up to the limit, the oldest first, and reports whether more can be retried', async () => {
    for (let n = 0; n < 3; n += 1) await order('ws_a', ['dst_1'], [`u-${n}`]);
    const [newest] = await walk('ws_a', {}, 1);
    await end('ws_a', 'dst_1', 'aborted');
    expect(await retry('ws_a', {}, 2)).toMatchObject({ jobs: 2, more: true });
    const left = (await walk('ws_a', { status: 'aborted' }, 10)).filter(
      ({ retriedAt }) => retriedAt === undefined,
    );
    expect(left.map(({ id }) => id)).toEqual([newest?.id]);
    expect(await retry('ws_a', {}, 2)).toMatchObject({ jobs: 1, more: false });
  });

  it('applies its filters', async () => {
    await order('ws_a', ['dst_1', 'dst_2'], ['u']);
    for (const id of ['dst_1', 'dst_2']) await end('ws_a', id, 'aborted');
    const none = { jobs: 0, more: false };
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    expect(await retry('ws_a', { createdAfter: soon })).toMatchObject(none);
    expect(await retry('ws_a', { createdBefore: '2026-01-01T00:00:00.000Z' })).toMatchObject(none);
    expect(await retry('ws_a', { destinationId: 'dst_2', createdBefore: soon })).toMatchObject({
      jobs: 1,
    });
    expect(await walk('ws_a', { destinationId: 'dst_1' }, 10)).toHaveLength(1);
    await expect(retry('ws_a', { destinationId: 'none' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('leaves out users of canceled regulations, and jobs of a deleted destination', async () => {
    const [first] = await order('ws_a', ['dst_1', 'dst_gone'], ['u', 'v']);
    await order('ws_a', ['dst_1'], ['w']);
    for (const id of ['dst_1', 'dst_gone']) await end('ws_a', id, 'aborted');
    await service.commands.cancelRegulation({
      ...{ context: contextOf('ws_a'), id: first ?? '', allowedTypes: ['suppress_with_delete'] },
    });
    const webhook = service.catalog.destinations.get('dst_gone');
    service.catalog.destinations.delete('dst_gone');
    const result = await retry('ws_a');
    if (webhook !== undefined) service.catalog.destinations.set('dst_gone', webhook);
    const reason = 'The destination was deleted.';
    expect(result).toMatchObject({
      ...{ jobs: 2, users: 2, leftOut: [{ destinationId: 'dst_gone', reason }] },
    });
  });

  it('of one regulation retries only its user, and other users can still be retried', async () => {
    const [first = '', second = ''] = await order('ws_a', ['dst_1', 'dst_2'], ['u', 'v']);
    await end('ws_a', 'dst_1', 'aborted');
    await end('ws_a', 'dst_2', 'complete');
    const retryOne = (id: string, workspaceId = 'ws_a') =>
      service.commands.retryRegulation({ context: contextOf(workspaceId), id });
    await expect(retryOne(first, 'ws_b')).rejects.toMatchObject({ code: 'not_found' });
    const results = await Promise.allSettled([retryOne(first), retryOne(first), retryOne(first)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(retryOne(first)).rejects.toMatchObject({ code: 'conflict' });
    const [made] = await walk('ws_a', { destinationId: 'dst_1', status: 'pending' }, 10);
    expect(made).toMatchObject({ users: 1 });

    expect(await retry('ws_a')).toMatchObject({ jobs: 1, users: 1 });
    await expect(retryOne(second)).rejects.toMatchObject({ code: 'conflict' });
    // A retry that failed permanently can be retried again.
    await end('ws_a', 'dst_1', 'aborted');
    expect(await retryOne(second)).toMatchObject({ jobs: 1, users: 1 });
  });

  it('leaves out users with purged identifiers, unless the destination needs only the userId', async () => {
    const [first = '', second = ''] = await order('ws_a', ['dst_1'], ['u', 'v']);
    await end('ws_a', 'dst_1', 'aborted');
    await query(
      'update regulation.regulations set identifiers_forgotten_at = now() where id = $1',
      [first],
    );
    const retryOne = service.commands.retryRegulation({ context: contextOf('ws_a'), id: first });
    await expect(retryOne).rejects.toThrow('were purged');
    expect(await retry('ws_a')).toMatchObject({
      ...{ jobs: 1, users: 1, more: false },
      leftOut: [{ destinationId: 'dst_1', reason: expect.stringContaining('purged') as string }],
    });
    const users = await query(
      `select regulation_id from regulation.deletion_job_users u join regulation.deletion_jobs j on j.id = u.job_id
        where j.state = 'pending'`,
    );
    expect(users).toEqual([{ regulation_id: second }]);
    // The answer lists the user as left out each time, because the user is not deleted.
    for (const limit of [1, 1_000]) {
      expect(await retry('ws_a', {}, limit)).toMatchObject({
        ...{ jobs: 0, more: false },
        leftOut: [{ destinationId: 'dst_1', reason: expect.stringContaining('purged') as string }],
      });
    }
    expect(await walk('ws_a', { needsAttention: true }, 10)).toHaveLength(1);
    // A destination that needs only the userId can still find the user.
    service.catalog.add('dst_1', 'S3', 'cloud');
    await query(
      `update regulation.deletion_jobs set destination_type = 'S3', unretryable_at = null where state = 'aborted'`,
    );
    const again = await service.commands.retryRegulation({
      context: contextOf('ws_a'),
      id: first,
    });
    service.catalog.addWebhook('dst_1');
    expect(again).toMatchObject({ jobs: 1, leftOut: [] });
  });

  it('leaves out deletions at a destination that has another type now', async () => {
    const [first = ''] = await order('ws_a', ['dst_1', 'dst_2'], ['u']);
    for (const id of ['dst_1', 'dst_2']) await end('ws_a', id, 'aborted');
    await query(
      `update regulation.deletion_jobs set destination_type = 'CUSTOM' where destination_id = 'dst_1'`,
    );
    const retryOne = service.commands.retryRegulation({ context: contextOf('ws_a'), id: first });
    const reason = expect.stringContaining('another type') as string;
    const leftOut = [{ destinationId: 'dst_1', reason }];
    expect(await retryOne).toMatchObject({ jobs: 1, leftOut });
    await order('ws_a', ['dst_1'], ['v']);
    await end('ws_a', 'dst_1', 'aborted');
    expect(await retry('ws_a')).toEqual({ jobs: 1, users: 1, more: false, leftOut });
    await end('ws_a', 'dst_2', 'complete');
    await expect(
      service.commands.retryRegulation({ context: contextOf('ws_a'), id: first }),
    ).rejects.toThrow('another type');
  });

  it('leaves no user of a canceled regulation in a waiting job, even with concurrent cancels', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(...(await order('ws_a', ['dst_1'], [`u-${n}`])));
    await end('ws_a', 'dst_1', 'aborted');
    await Promise.all([
      retry('ws_a'),
      ...ids.map((id) =>
        service.commands.cancelRegulation({
          ...{ context: contextOf('ws_a'), id, allowedTypes: ['suppress_with_delete'] },
        }),
      ),
    ]);
    const rows = await query(
      `select 1 from regulation.deletion_job_users u join regulation.deletion_jobs j on j.id = u.job_id
         join regulation.regulations r on r.id = u.regulation_id
        where j.state = 'pending' and r.canceled`,
    );
    expect(rows).toEqual([]);
  });
});
