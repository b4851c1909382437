import type { ListRegulations, RegulationDto, CreateRegulationsDto } from '@lethe/api/regulations';
import type { RegulationStatus } from '@lethe/contracts';
import { settleStatuses } from '../src/record/statuses/settle-statuses.js';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await newTestService();
  for (const id of ['dst_1', 'dst_2']) service.catalog.addWebhook(id);
});
afterAll(() => service.close());

const query = <Row extends object = object>(
  sql: string,
  parameters: unknown[] = [],
): Promise<Row[]> => service.database.query<Row>(sql, parameters);

async function create(
  request: CreateRegulationsDto,
  workspaceId = 'ws_a',
): Promise<readonly RegulationDto[]> {
  const context = contextOf(workspaceId);
  const { records } = await service.commands.createRegulations({
    context,
    ...request,
    wantRecords: true,
  });
  return records!;
}

const deletion = (...userIds: string[]): CreateRegulationsDto => ({
  regulationType: 'delete',
  destinationIds: ['dst_1', 'dst_2'],
  users: userIds.map((userId) => ({ userId, email: `${userId}@example.com` })),
});

async function end(id: string, states: Readonly<Record<string, string>>): Promise<void> {
  for (const [destinationId, state] of Object.entries(states)) {
    await query(
      `update regulation.deletion_jobs set state = $3, finished_at = statement_timestamp()
        where id = (select max(job_id) from regulation.deletion_job_users u
                      join regulation.deletion_jobs j on j.id = u.job_id
                     where regulation_id = $1 and destination_id = $2)`,
      [id, destinationId, state],
    );
  }
}

/** @param dueAt SQL expression */
async function setDeadline(
  dueAt: string,
  regulationIds: readonly (string | undefined)[],
): Promise<void> {
  await query(`update regulation.regulations set due_at = ${dueAt} where id = any($1)`, [
    regulationIds,
  ]);
  await query(
    `update regulation.deletion_jobs set due_at = ${dueAt} where id in (
       select job_id from regulation.deletion_job_users where regulation_id = any($1))`,
    [regulationIds],
  );
}

async function listed(filter: Partial<ListRegulations>, workspaceId = 'ws_a'): Promise<string[]> {
  const context = contextOf(workspaceId);
  const ids: string[] = [];
  let afterCursor: string | undefined;
  do {
    const page = await service.commands.listRegulations({
      context,
      limit: 2,
      ...filter,
      ...(afterCursor === undefined ? {} : { afterCursor }),
    });
    ids.push(...page.data.map(({ id }) => id));
    afterCursor = page.nextCursor;
  } while (afterCursor !== undefined);
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
}

const statusOf = async (id: string): Promise<RegulationStatus> =>
  (await service.commands.getRegulation({ context: contextOf(), id })).status;

/** Names of overdue regulations in this test, by status. */
const OVERDUE = ['overdue', 'partially_deleted overdue', 'deletion_failed overdue'] as const;
const STATUS_OF: Readonly<Record<string, RegulationStatus>> = {
  overdue: 'deleting',
  'partially_deleted overdue': 'partially_deleted',
  'deletion_failed overdue': 'deletion_failed',
};

describe('the status of a regulation', () => {
  const ids: Partial<Record<RegulationStatus | (typeof OVERDUE)[number], string>> = {};

  beforeAll(async () => {
    const one = async (request: CreateRegulationsDto): Promise<string> =>
      (await create(request))[0]!.id;
    ids.active = await one(suppress('active'));
    ids.deleting = await one(deletion('deleting'));
    ids.overdue = await one(deletion('overdue'));
    ids.deleted = await one(deletion('deleted'));
    ids.partially_deleted = await one(deletion('partial'));
    ids.deletion_failed = await one(deletion('failed'));
    ids.canceled = await one(deletion('canceled'));
    ids['partially_deleted overdue'] = await one(deletion('late-partial'));
    ids['deletion_failed overdue'] = await one(deletion('late-failed'));
    await end(ids.deleting, { dst_1: 'complete' });
    await end(ids.deleted, { dst_1: 'complete', dst_2: 'complete' });
    await end(ids.partially_deleted, { dst_1: 'complete', dst_2: 'aborted' });
    await end(ids.deletion_failed, { dst_1: 'aborted', dst_2: 'aborted' });
    // In one regulation, a deletion failed before the deadline. In the other regulation, the
    // deletions fail after the deadline.
    await end(ids['partially_deleted overdue'], { dst_1: 'complete', dst_2: 'aborted' });
    await settleStatuses(service.database);
    await setDeadline(`now() - interval '1 hour'`, [
      ...OVERDUE.map((name) => ids[name]),
      ids.deleted,
      ids.canceled,
    ]);
    await settleStatuses(service.database);
    await end(ids['deletion_failed overdue'], { dst_1: 'aborted', dst_2: 'aborted' });
    await service.commands.cancelRegulation({
      context: contextOf(),
      id: ids.canceled,
      allowedTypes: ['suppress_with_delete'],
    });
    await settleStatuses(service.database);
    await create(deletion('elsewhere'), 'ws_b');
  });

  it('is the same in a regulation and in filtered lists, for all users and for one user', async () => {
    for (const [name, id] of Object.entries(ids)) {
      const status = STATUS_OF[name] ?? (name as RegulationStatus);
      const detail = await service.commands.getRegulation({ context: contextOf(), id });
      const overdue = name === 'active' ? undefined : STATUS_OF[name] !== undefined;
      expect({ name, status: detail.status, overdue: detail.overdue }).toEqual({
        ...{ name, status, overdue },
      });
      const { attributes } = detail;
      expect(await listed({ status, userId: attributes.userId })).toEqual([id]);
      // A list and a look-up of the user show the same status.
      const page = { context: contextOf(), limit: 1, userId: attributes.userId };
      const [record] = (await service.commands.listRegulations(page)).data;
      const { canceledAt, dueAt } = detail;
      expect(record).toEqual({ ...record, status, overdue, canceledAt, dueAt });
      expect(canceledAt === null).toBe(status !== 'canceled');
      expect(dueAt === undefined).toBe(status === 'active');
      const person = await service.commands.lookUpUser({
        context: contextOf(),
        userId: attributes.userId,
      });
      const [ofPerson] = person.people[0]!.regulations;
      expect(ofPerson).toEqual({ ...ofPerson, status, overdue, dueAt });
      const others = status === 'deleted' ? 'deleting' : 'deleted';
      expect(await listed({ status: others, userId: attributes.userId })).toEqual([]);
    }
    expect(await listed({ status: 'deleting' })).toEqual([ids.overdue, ids.deleting]);
    for (const status of ['active', 'deleted'] as const) {
      expect(await listed({ status })).toEqual([ids[status]]);
    }
    for (const status of ['partially_deleted', 'deletion_failed'] as const) {
      expect(await listed({ status })).toEqual([ids[`${status} overdue`], ids[status]]);
      expect(await listed({ status, overdue: true })).toEqual([ids[`${status} overdue`]]);
      expect(await listed({ status, overdue: false })).toEqual([ids[status]]);
    }
    expect(await listed({ status: 'deleted', canceled: true })).toEqual([]);
    expect(await listed({ status: 'canceled', regulationType: 'suppress' })).toEqual([]);
    expect(await listed({ status: 'canceled' })).toEqual([ids.canceled]);
  });

  it('is either overdue or not overdue, so that each regulation is in one of these two lists', async () => {
    const overdue = OVERDUE.map((name) => ids[name]!);
    expect((await listed({ overdue: true })).sort()).toEqual([...overdue].sort());
    for (const name of ['overdue', 'late-failed']) {
      expect(await listed({ overdue: true, userId: name })).toHaveLength(1);
      expect(await listed({ overdue: false, userId: name })).toEqual([]);
    }
    expect(await listed({ overdue: true, status: 'deleted' })).toEqual([]);
    const all = await listed({});
    expect(await listed({ overdue: false })).toEqual(all.filter((id) => !overdue.includes(id)));
    expect(await listed({ overdue: false }, 'ws_b')).toHaveLength(1);
  });

  it('becomes `deleting` again after a retry', async () => {
    await service.commands.retryRegulation({ context: contextOf(), id: ids.deletion_failed! });
    expect(await statusOf(ids.deletion_failed!)).toBe('deleting');
    await settleStatuses(service.database);
    expect(await listed({ status: 'deletion_failed', overdue: false })).toEqual([]);
    expect(await listed({ status: 'deleting' })).toContain(ids.deletion_failed);
    await end(ids.deletion_failed!, { dst_1: 'complete', dst_2: 'complete' });
    await settleStatuses(service.database);
    expect(await listed({ status: 'deleted' })).toContain(ids.deletion_failed);
    expect(await statusOf(ids.deletion_failed!)).toBe('deleted');
  });

  it('is no longer overdue after a retry has completed the deletion', async () => {
    const id = ids['deletion_failed overdue']!;
    await service.commands.retryRegulation({ context: contextOf(), id });
    await settleStatuses(service.database);
    expect(await listed({ status: 'deleting', overdue: true })).toContain(id);
    await end(id, { dst_1: 'complete', dst_2: 'complete' });
    await settleStatuses(service.database);
    expect(await listed({ overdue: true })).not.toContain(id);
    expect(await listed({ status: 'deleted', overdue: false })).toContain(id);
  });
});

it('the status is not written from the state before a retry, and no update waits for locks', async () => {
  const [record] = await create(deletion('raced'));
  const { id } = record!;
  await end(id, { dst_1: 'aborted', dst_2: 'complete' });
  const unsettledDuringRetry = service.database.transaction(async (manager) => {
    await manager.query(
      `select id from regulation.deletion_jobs where state = 'aborted' and unsettled for update`,
    );
    await settleStatuses(service.database); // skips rows that a retry has locked
    return query<{ unsettled: boolean }>(
      `select bool_or(unsettled) as unsettled from regulation.deletion_jobs j
         join regulation.deletion_job_users u on u.job_id = j.id where u.regulation_id = $1 and state = 'aborted'`,
      [id],
    );
  });
  expect(await unsettledDuringRetry).toEqual([{ unsettled: true }]);
  await service.database.transaction(async (manager) => {
    await manager.query('select from regulation.regulations where id = $1 for update', [id]);
    await settleStatuses(service.database); // skips rows that a cancel has locked
  });
  expect(await listed({ status: 'partially_deleted', userId: 'raced' })).toEqual([id]);
  await service.commands.retryRegulation({ context: contextOf(), id });
  await settleStatuses(service.database);
  expect(await listed({ status: 'deleting', userId: 'raced' })).toEqual([id]);
});

it('the status is written for all jobs that become overdue, even for more than one batch', async () => {
  await create(deletion('one-of-many'));
  await query(
    `insert into regulation.deletion_jobs
       (workspace_id, request_id, destination_id, destination_type, state, held, created_at, changed_at, claimable_at, due_at)
     select workspace_id, request_id, destination_id, destination_type, 'pending', true, created_at, changed_at, claimable_at, now() - interval '1 hour'
       from (select * from regulation.deletion_jobs order by id desc limit 1) as newest, generate_series(1, 2001)`,
  );
  await settleStatuses(service.database);
  const left = `from regulation.deletion_jobs where due_at < now() and state = 'pending' and not overdue_settled`;
  expect(await query(`select count(*)::int as jobs ${left}`)).toEqual([{ jobs: 0 }]);
  await query('delete from regulation.deletion_jobs where held');
});

describe('the time of creation', () => {
  it('filters by created_at with the documented bounds, even within one millisecond', async () => {
    const records = await create(
      suppress(...Array.from({ length: 5 }, (_, n) => `timed-${n}`)),
      'ws_t',
    );
    const at = records[0]!.createdAt;
    const next = new Date(Date.parse(at) + 1).toISOString();
    expect(await listed({ createdAfter: at }, 'ws_t')).toHaveLength(5);
    expect(await listed({ createdAfter: next }, 'ws_t')).toEqual([]);
    expect(await listed({ createdBefore: at }, 'ws_t')).toEqual([]);
    expect(await listed({ createdBefore: next }, 'ws_t')).toHaveLength(5);
    expect(
      await listed({ createdAfter: at, createdBefore: next, userId: 'timed-3' }, 'ws_t'),
    ).toEqual([records[3]!.id]);
    expect(await listed({ createdBefore: '0001-01-01T00:00:00.000Z' }, 'ws_t')).toEqual([]);
    expect(await listed({ createdAfter: '9998-12-31T23:59:59.999Z' }, 'ws_t')).toEqual([]);
  });
});

describe('the type delete', () => {
  it('suppresses no user, and its cancel lifts no suppression', async () => {
    const counts = () =>
      query<{ active_count: number }>(
        `select active_count from regulation.suppressions where workspace_id = 'ws_d'`,
      );
    const [only] = await create(deletion('u'), 'ws_d');
    expect(await counts()).toEqual([]);
    await create({ ...suppress('u') }, 'ws_d');
    await service.commands.cancelRegulation({
      context: contextOf('ws_d'),
      id: only!.id,
      allowedTypes: ['suppress', 'suppress_with_delete'],
    });
    expect(await counts()).toEqual([{ active_count: 1 }]);
  });

  it('can be canceled only with the scope for deletions', async () => {
    const [only] = await create(deletion('scoped'));
    await expect(
      service.commands.cancelRegulation({
        context: contextOf(),
        id: only!.id,
        allowedTypes: ['suppress'],
      }),
    ).rejects.toThrow('needs the scope regulations:delete');
  });
});

describe('personal data', () => {
  const attributesOf = async (id: string) =>
    (await service.commands.getRegulation({ context: contextOf(), id })).attributes;
  const textsOf = (id: string) =>
    query(
      `select distinct reason, record, report_hash is not null as "isHashed" from regulation.deletion_jobs j
         join regulation.deletion_job_users u on u.job_id = j.id
        where u.regulation_id = $1 order by reason`,
      [id],
    );
  const NOTHING = { reason: null, record: { method: 'call' }, isHashed: false };
  const longAgo = () =>
    query(`update regulation.regulations set done_at = done_at - interval '31 days'`);

  it('is purged after all deletions, for failed deletions after the deadline, and never while a deletion is open', async () => {
    const idOf = async (userId: string) => (await create(deletion(userId)))[0]!.id;
    const done = await idOf('p-done');
    const open = await idOf('p-open');
    const aborted = await idOf('p-aborted');
    const canceled = await idOf('p-canceled');
    await end(done, { dst_1: 'complete', dst_2: 'complete' });
    await end(aborted, { dst_1: 'complete', dst_2: 'aborted' });
    await query(
      `update regulation.deletion_jobs set reason = case state when 'aborted' then 'why' end,
              record = '{"method": "call", "notes": ["what"]}', report_hash = '\\x00' where state in ('complete', 'aborted')`,
    );
    await service.commands.cancelRegulation({
      context: contextOf(),
      id: canceled,
      allowedTypes: ['suppress_with_delete'],
    });
    await settleStatuses(service.database);
    await service.purge(30);
    expect(await attributesOf(done)).toHaveProperty('email');
    await longAgo();
    await service.purge(30);
    expect(await attributesOf(done)).toEqual({ userId: 'p-done' });
    expect(await attributesOf(canceled)).toEqual({ userId: 'p-canceled' });
    expect(await attributesOf(open)).toHaveProperty('email');
    expect(await attributesOf(aborted)).toHaveProperty('email'); // due in 30 days
    expect(await textsOf(done)).toEqual([NOTHING]);
    const whole = { method: 'call', notes: ['what'] };
    expect(await textsOf(aborted)).toEqual([
      { reason: 'why', record: whole, isHashed: true },
      { reason: null, record: whole, isHashed: true },
    ]);
    const detail = await service.commands.getRegulation({ context: contextOf(), id: done });
    expect(detail.identifiersForgottenAt).toEqual(expect.any(String));
    await longAgo();
    await service.purge(30);
    expect(await attributesOf(aborted)).toEqual({ userId: 'p-aborted' });
    expect(await textsOf(aborted)).toEqual([NOTHING]);
  });

  it('is purged together with the texts of its jobs, or not at all', async () => {
    const [record] = await create(deletion('p-whole'));
    const { id } = record!;
    await end(id, { dst_1: 'complete', dst_2: 'complete' });
    await query(
      `update regulation.deletion_jobs set reason = 'why' where id in (
         select job_id from regulation.deletion_job_users where regulation_id = $1)`,
      [id],
    );
    await settleStatuses(service.database);
    await longAgo();
    await query(
      `alter table regulation.deletion_jobs add constraint kept check (reason is not null) not valid`,
    );
    await expect(service.purge(30)).rejects.toThrow('kept');
    await query('alter table regulation.deletion_jobs drop constraint kept');
    expect(await attributesOf(id)).toHaveProperty('email');
    expect(await textsOf(id)).toEqual([{ reason: 'why', record: null, isHashed: false }]);
    await service.purge(30);
    expect(await attributesOf(id)).toEqual({ userId: 'p-whole' });
    expect(await textsOf(id)).toEqual([{ reason: null, record: null, isHashed: false }]);
  });

  it('is purged if the regulation was canceled while a job was leased, even if the job ends as canceled', async () => {
    const [record] = await create(deletion('p-out'));
    const { id } = record!;
    const jobs = `id in (select job_id from regulation.deletion_job_users where regulation_id = '${id}')`;
    await query(`update regulation.deletion_jobs set state = 'running' where ${jobs}`);
    await service.commands.cancelRegulation({
      ...{ context: contextOf(), id, allowedTypes: ['suppress_with_delete'] },
    });
    await end(id, { dst_1: 'complete' });
    await settleStatuses(service.database);
    await longAgo();
    await service.purge(0);
    expect(await attributesOf(id)).toHaveProperty('email'); // the other job is running
    // A report that nothing was deleted has the same effect.
    await query(
      `with users as (delete from regulation.deletion_job_users u using regulation.deletion_jobs j
        where j.id = u.job_id and u.regulation_id = $1 and j.state = 'running' returning j.id)
      update regulation.deletion_jobs set state = 'canceled' where id in (select id from users)`,
      [id],
    );
    await service.purge(1); // records that nothing is open
    await longAgo();
    await service.purge(30);
    expect(await attributesOf(id)).toEqual({ userId: 'p-out' });
  });

  it('stays while a deletion is retried', async () => {
    const [record] = await create(deletion('p-retried'));
    const { id } = record!;
    await end(id, { dst_1: 'complete', dst_2: 'aborted' });
    await settleStatuses(service.database);
    await longAgo();
    await longAgo();
    await service.commands.retryRegulation({ context: contextOf(), id });
    await service.purge(30);
    expect(await attributesOf(id)).toHaveProperty('email');
  });

  it('stays if its deletions have no deadline, as after a restore', async () => {
    const [record] = await create(deletion('p-old'));
    await query(
      `update regulation.deletion_jobs set due_at = null where id in (
         select job_id from regulation.deletion_job_users where regulation_id = $1)`,
      [record!.id],
    );
    await end(record!.id, { dst_1: 'complete', dst_2: 'complete' });
    await settleStatuses(service.database);
    await longAgo();
    await service.purge(0);
    expect(await attributesOf(record!.id)).toHaveProperty('email');
  });
});

describe('a plan', () => {
  const mails = (count: number): CreateRegulationsDto => ({
    regulationType: 'delete',
    destinationIds: ['dst_1', 'dst_1'], // a repeated destination counts once
    users: Array.from({ length: count }, (_, n) => ({ userId: `planned-${n % 250}` })),
  });

  it('shows what a later request creates, and stores nothing', async () => {
    const request = mails(300);
    const context = contextOf('ws_p');
    const plan = await service.commands.planRegulations({ context, ...request });
    expect(await listed({}, 'ws_p')).toEqual([]);
    expect(await query(`select from regulation.deletion_jobs where workspace_id = 'ws_p'`)).toEqual(
      [],
    );
    await create(request, 'ws_p');
    const jobs = await query<{ users: number; starts: Date; due: Date }>(
      `select count(*)::int as users, min(claimable_at) as starts, min(due_at) as due
         from regulation.deletion_jobs j join regulation.deletion_job_users u on u.job_id = j.id
        where workspace_id = 'ws_p' group by j.id`,
    );
    expect(plan).toMatchObject({
      regulations: 250,
      destinations: [
        { destinationId: 'dst_1', users: 250, jobs: jobs.length, unidentifiedCount: 0 },
      ],
    });
    const near = (planned: string | undefined, actual: Date) =>
      Math.abs(Date.parse(planned!) - actual.getTime()) < 600_000;
    expect(near(plan.startsAt, jobs[0]!.starts) && near(plan.dueAt, jobs[0]!.due)).toBe(true);
  });

  it('is refused with the same message as the request', async () => {
    service.catalog.add('dst_mail', 'ACTIONS_UNKNOWN', 'cloud');
    const unknown = { ...mails(1), destinationIds: ['nowhere'] };
    const refusal = async (work: Promise<unknown>) =>
      work.then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      );
    const context = contextOf('ws_p');
    const planned = await refusal(service.commands.planRegulations({ context, ...unknown }));
    const created = await refusal(
      service.commands.createRegulations({ context, ...unknown, wantRecords: false }),
    );
    expect(planned).toBeDefined();
    expect(planned).toBe(created);
  });

  it('of a suppression lists the irreversible effects, and warns of a synonym', async () => {
    const plan = await service.commands.planRegulations({
      context: contextOf(),
      ...suppress('x'),
    });
    expect(plan).toMatchObject({ regulations: 1, destinations: [] });
    expect(plan.irreversible.length).toBeGreaterThan(0);
    const users = [{ userId: 'x', mobile: '+49 30 901820' }];
    const warned = await service.commands.planRegulations({
      ...{ context: contextOf(), ...suppress('x'), users },
    });
    expect(warned.warnings).toEqual([
      {
        ...{ code: 'synonym', path: 'users[0].mobile' },
        message: expect.stringMatching(/^is a further identifier/) as string,
      },
    ]);
    expect(plan).not.toHaveProperty('dueAt');
    expect(plan.warnings).toEqual([]);
  });

  it('warns of the first 100 suspicious ids, and a create accepts such ids', async () => {
    const users = ['user-1', ...Array<string>(103).fill('null')].map((userId, n) => ({
      userId,
      n,
    }));
    const request = { regulationType: 'suppress', users } as const;
    const { warnings } = await service.commands.planRegulations({
      context: contextOf('ws_p'),
      ...request,
    });
    const message = 'looks like an empty value that a program wrote';
    expect(warnings[0]).toEqual({ path: 'users[1].userId', code: 'suspicious_id', message });
    expect(warnings.slice(100)).toEqual([
      { code: 'suspicious_id', message: 'There are 3 more warnings of this kind.' },
    ]);
    await create({ regulationType: 'suppress', users: [{ userId: '9.0E+15' }] }, 'ws_p');
  });
});

it('refuses destinations without a source if data planes delete', async () => {
  service.catalog.settings = { ...service.catalog.settings, deletions: 'data-plane' };
  service.catalog.unconnected.add('dst_2');
  await expect(create(deletion('u'))).rejects.toThrow('is connected to no source');
  service.catalog.unconnected.delete('dst_2');
  service.catalog.add('own', 'CUSTOM', 'cloud');
  service.catalog.unconnected.add('own');
  const request = { ...deletion('u'), destinationIds: ['own'] };
  await expect(create(request)).resolves.toBeDefined(); // a self-hosted worker deletes there
});
