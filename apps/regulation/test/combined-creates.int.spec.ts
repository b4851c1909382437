import { jest } from '@jest/globals';
import { waitFor } from '@lethe/testing';
import pg from 'pg';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

let service: TestService;
let holder: pg.Client;
let statements: jest.SpiedFunction<TestService['database']['commitStatement']>;

beforeAll(async () => {
  service = await newTestService();
  holder = new pg.Client({ connectionString: service.url });
  await holder.connect();
  statements = jest.spyOn(service.database, 'commitStatement');
});
beforeEach(() => statements.mockClear());
afterAll(async () => {
  await holder.end();
  await service.close();
});

const create = (userId: string, workspaceId = 'ws_a', withinMs = 60_000) =>
  service.commands.createRegulations({
    context: { ...contextOf(workspaceId), deadline: Date.now() + withinMs },
    ...suppress(userId),
    wantRecords: true,
  });

const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_none, n) => `${prefix}-${n}`);

/** For each user, the workspace and the number of suppressions, regulations and facts. */
async function storedOf(prefix: string) {
  const { rows } = await holder.query<{ workspace: string; active: number; orders: number }>(
    `select s.workspace_id as workspace, s.user_id as "user", s.active_count::int as active,
            count(distinct r.id)::int as orders, count(distinct o.event_id)::int as facts
       from regulation.suppressions s
       join regulation.regulations r using (workspace_id, user_id)
       join regulation.outbox o on o.key = r.id::text
      where s.user_id like $1 and s.source_id = '*'
      group by s.workspace_id, s.user_id, s.active_count
      order by s.workspace_id, s.user_id`,
    [`${prefix}-%`],
  );
  return rows;
}

/** Suppresses users, and keeps their rows locked until `release`. */
async function lock(...userIds: string[]) {
  for (const userId of userIds) await create(userId);
  await holder.query('begin');
  await holder.query(
    'select 1 from regulation.suppressions where user_id = any($1) order by user_id for update',
    [userIds],
  );
  statements.mockClear();
  return { release: () => holder.query('commit') };
}

describe('creates that arrive together', () => {
  it('are stored by few statements, each with its own rows', async () => {
    const of = (workspaceId: string) =>
      named('many', 60).map((userId) => create(userId, workspaceId));
    const answers = await Promise.all([...of('ws_a'), ...of('ws_b')]);
    expect(statements.mock.calls.length).toBeLessThan(10);
    const records = answers.flatMap((answer) => answer.records ?? []);
    expect(new Set(answers.map(({ storedRequestId }) => storedRequestId)).size).toBe(120);
    const rows = await service.database.query(
      `select id, workspace_id as "workspaceId", canceled, regulation_type as "regulationType",
              attributes, created_at as "createdAt"
         from regulation.regulations where user_id like 'many-%' order by id`,
    );
    expect(JSON.parse(JSON.stringify(rows))).toEqual(
      records.sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const stored = await storedOf('many');
    expect(stored).toHaveLength(120);
    expect(stored.every((row) => row.active === 1 && row.orders === 1)).toBe(true);
  });

  it('count each create of the same user', async () => {
    await Promise.all([...Array(40).keys()].map(() => create('same-1')));
    expect(await storedOf('same')).toMatchObject([{ active: 40, orders: 40, facts: 40 }]);
  });

  it('do not wait for a user whose row is locked', async () => {
    const { release } = await lock('held-1', 'held-2');
    const ended: string[] = [];
    const held = ['held-1', 'held-2'].map((userId) =>
      create(userId).then(() => ended.push(userId)),
    );
    await Promise.all(named('free', 50).map((userId) => create(userId)));
    await Promise.all(named('later', 50).map((userId) => create(userId)));
    expect(ended).toEqual([]);
    await release();
    await Promise.all(held);
    expect(await storedOf('free')).toHaveLength(50);
    expect(await storedOf('held')).toMatchObject([{ active: 2 }, { active: 2 }]);
  });

  it('of a locked user wait together, with one connection', async () => {
    const { release } = await lock('hot-1');
    const held = Array.from({ length: 40 }, () => create('hot-1'));
    await Promise.all(named('cool', 20).map((userId) => create(userId)));
    await Promise.all(Array.from({ length: 3 }, () => create('cool-1')));
    const { rows } = await holder.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toEqual([{ waiting: 1 }]);
    await release();
    await Promise.all(held);
    expect(await storedOf('hot')).toMatchObject([{ active: 41, orders: 41, facts: 41 }]);
    expect(statements.mock.calls.length).toBeLessThan(30);
  });

  it('are not stored after their deadline', async () => {
    const { release } = await lock('late-1');
    const first = create('late-1');
    await waitFor(() => statements.mock.calls.length > 0);
    const late = Promise.allSettled(Array.from({ length: 3 }, () => create('late-1', 'ws_a', 100)));
    const inTime = create('late-1');
    await new Promise((resolve) => setTimeout(resolve, 150));
    await release();
    await Promise.all([first, inTime]);
    const unavailable = { status: 'rejected', reason: { code: 'unavailable' } };
    expect(await late).toMatchObject([unavailable, unavailable, unavailable]);
    expect(await storedOf('late')).toMatchObject([{ active: 3, orders: 3, facts: 3 }]);
  });

  it('are repeated one by one if one of them cannot be stored', async () => {
    const answers = await Promise.allSettled(
      ['good-1', 'good-\u0000', 'good-2'].map((userId) => create(userId)),
    );
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await storedOf('good')).toMatchObject([{ active: 1 }, { active: 1 }]);
  });

  it('get one error, and are not repeated, if their connection breaks', async () => {
    await holder.query('begin');
    await holder.query('lock table regulation.outbox in access exclusive mode');
    const creates = Promise.allSettled(named('broken', 5).map((userId) => create(userId)));
    await waitFor(async () => {
      const { rowCount } = await holder.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    const answers = await creates;
    await holder.query('commit');
    const unavailable = { status: 'rejected', reason: { code: 'unavailable' } };
    expect(answers).toMatchObject(answers.map(() => unavailable));
    expect(statements).toHaveBeenCalledTimes(1);
    expect(await storedOf('broken')).toEqual([]);
  });

  it('of one workspace do not delay another workspace', async () => {
    const many = named('flood', 500).map((userId) => create(userId, 'ws_flood'));
    await Promise.all([...many, create('lonely-1', 'ws_small')]);
    const workspaces = statements.mock.calls.map(([, parameters = []]) => parameters[3] as string);
    expect(workspaces.length).toBeGreaterThan(7);
    expect(workspaces.findIndex((some) => some.includes('ws_small'))).toBeLessThan(3);
  });
});

it('stores a create that arrives alone with one statement of its own', async () => {
  await create('alone-1');
  expect(statements).toHaveBeenCalledTimes(1);
  expect(await storedOf('alone')).toMatchObject([{ workspace: 'ws_a', active: 1, orders: 1 }]);
});
