import { jest } from '@jest/globals';
import type { RunQuery } from '@lethe/database';
import { Random, waitFor } from '@lethe/testing';
import pg from 'pg';
import { markPublishedInProcess, readPosition } from '../src/relay/position/relay-position.js';
import { NO_FLOOR, type TransactionFloor } from '../src/suppressions/transaction-floor.js';
import { numberAllChanges } from '../src/suppressions/number-all-changes.js';
import { SuppressionFeed } from '../src/suppressions/feed/suppression-feed.js';
import { SuppressionSource } from '../src/relay/sources/suppression-source.js';
import { newTestService, type TestService } from './test-service.js';

const EXPIRY_MS = 10 * 60_000;

const CHANGE = `
  insert into regulation.suppressions as present
    (workspace_id, user_id, source_id, active_count, first_at, changed_at)
  values ($1, $2, '*', 1, now(), now())
  on conflict (workspace_id, user_id, source_id) do update set
    active_count = 1 - present.active_count, change_seq = null`;

let service: TestService;
let here: string;
let writers: pg.Client[];

beforeEach(async () => {
  service = await newTestService();
  await markPublishedInProcess(query);
  ({ database: here } = await readPosition(query));
  writers = Array.from({ length: 4 }, () => new pg.Client({ connectionString: service.url }));
  await Promise.all(writers.map((writer) => writer.connect()));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(writers.map((writer) => writer.end()));
  await service.close();
});

const query: RunQuery = (sql, parameters) => service.database.query(sql, parameters);
const change = (userId: string, workspaceId = 'ws_a') => query(CHANGE, [workspaceId, userId]);
const numberAll = (floor: TransactionFloor = NO_FLOOR, known: string[] = []) =>
  numberAllChanges(query, 100, floor, known);
/** Inserts a change with the id of an earlier transaction, as COPY or replication can do. */
const insertForeign = (userId: string) =>
  query(
    `insert into regulation.suppressions values ('ws_a', $1, '*', 1, now(), now(), null, '3')`,
    [userId],
  );
const leaveDeadRows = async () => {
  const [writer] = writers;
  await writer!.query('begin');
  await writer!.query(
    `insert into regulation.suppressions
       select 'ws_a', 'dead-' || n, '*', 1, now(), now() from generate_series(1, 200) as n`,
  );
  await writer!.query('rollback');
  await writer!.query('select pg_stat_force_next_flush()');
};
const waiting = async () =>
  (
    await query<{ user_id: string }>(
      `select user_id from regulation.suppressions where change_seq is null order by 1`,
    )
  ).map(({ user_id: userId }) => userId);

const poller = () => {
  const feed = new SuppressionFeed(query);
  let token: string | undefined;
  return async (): Promise<string[]> => {
    const of = { requestId: 'test', workspaceIds: ['ws_a', 'ws_b'] };
    const request = { context: { ...of, deadline: Date.now() + 600_000 }, limit: 1_000 };
    const page = await feed.page({ ...request, ...(token === undefined ? {} : { token }) });
    token = page.token;
    return page.items.map(({ userId }) => userId);
  };
};
const taker = () => {
  const cursor = new SuppressionSource(query, 'test.').open(here);
  return async (): Promise<string[]> => {
    const batch = await cursor.take(1_000);
    await batch?.published(new Map());
    return batch?.records.map(({ key }) => key.slice('ws_a:'.length)) ?? [];
  };
};
const readers = { poll: poller, relay: taker };

describe('the floor of changes without a number', () => {
  describe.each(['poll', 'relay'] as const)('of a %s', (name) => {
    it('is below a late commit, even if many changes get numbers before it', async () => {
      const read = readers[name]();
      const [late] = writers;
      await change('was-there');
      await read();
      await late!.query('begin');
      await late!.query(CHANGE, ['ws_a', 'late']);
      await late!.query(CHANGE, ['ws_a', 'was-there']);
      for (let round = 0; round < 5; round += 1) {
        await change(`early-${round}`);
        expect(await read()).toContain(`early-${round}`);
      }
      await late!.query('commit');
      expect((await read()).sort()).toEqual(['late', 'was-there']);
      expect(await waiting()).toEqual([]);
    });

    it('is below a locked change while other changes get numbers', async () => {
      const read = readers[name]();
      const [holder] = writers;
      await change('held');
      await holder!.query('begin');
      await holder!.query(`select from regulation.suppressions where user_id = 'held' for update`);
      for (let round = 0; round < 5; round += 1) {
        await change(`free-${round}`);
        expect(await read()).toContain(`free-${round}`);
      }
      await holder!.query('rollback');
      expect(await read()).toContain('held');
      expect(await waiting()).toEqual([]);
    });

    it('expires, so that the reader finds rows with older transactions', async () => {
      const read = readers[name]();
      await change('before');
      await read();
      await read();
      await leaveDeadRows(); // without dead rows, the relay uses no floor
      await insertForeign('brought');
      const realNow = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => realNow() + EXPIRY_MS + 1);
      expect(await read()).toEqual(['brought']);
      expect(await waiting()).toEqual([]);
    });
  });

  it('is ignored in a database that a restore has replaced', async () => {
    const read = poller();
    await change('before');
    await read();
    await read();
    for (const table of ['suppressions', 'outbox']) {
      await query(`create table regulation.other (like regulation.${table} including all)`);
      await query(`alter table regulation.${table} rename to lost_${table}`);
      await query(`alter table regulation.other rename to ${table}`);
    }
    await insertForeign('restored');
    expect(await read()).toEqual(['restored']);
  });

  it('applies only to its own database', async () => {
    await change('u1');
    await numberAll({ database: 'another', transaction: '9999999999' });
    expect(await waiting()).toEqual([]);
  });

  it('rises when no change is left, and does not hide later changes', async () => {
    await change('u1');
    const first = await numberAll();
    const second = await waitFor(async () => {
      const next = await numberAll(first);
      return BigInt(next.transaction) > BigInt(first.transaction) ? next : undefined;
    });
    await query(`update regulation.suppressions set change_seq = null`);
    await numberAll(second);
    expect(await waiting()).toEqual([]);
  });

  it.each([[[]], [['ws_b']], [['ws_a', 'ws_c', 'ws_d']], [['ws_', 'ws_b', 'ws_e', 'ws_x']]])(
    'hides no waiting change of any workspace if the known workspaces are %j',
    async (known) => {
      const workspaces = ['ws_a', 'ws_b', 'ws_c', 'ws_e'];
      for (const id of workspaces) await change('old', id);
      let floor = await numberAll(await numberAll(), known);
      for (const id of workspaces) {
        await change('new', id);
        floor = await numberAll(floor, known);
        expect(await waiting()).toEqual([]);
      }
      for (const id of workspaces) await change('together', id);
      await numberAll(floor, known);
      expect(await waiting()).toEqual([]);
    },
  );

  it.each([1, 2, 3, 4, 5, 6])(
    'hides no committed change from a reader, even after random transactions (seed %i)',
    async (seed) => {
      const random = new Random(seed);
      const reads = [poller(), taker(), poller()];
      const open = new Set<pg.Client>();
      for (let step = 0; step < 400; step += 1) {
        const writer = random.pick(writers);
        if (random.chance(0.3)) await random.pick(reads)();
        else if (!open.has(writer)) {
          await writer.query('begin');
          open.add(writer);
        } else if (random.chance(0.6)) {
          // Each writer has its own users, so that no writer waits for a transaction that the test
          // ends later.
          const userId = `${writers.indexOf(writer)}-${random.below(5)}`;
          await writer.query(CHANGE, [random.pick(['ws_a', 'ws_b']), userId]);
        } else {
          await writer.query(random.chance(0.7) ? 'commit' : 'rollback');
          open.delete(writer);
        }
      }
      for (const writer of open) await writer.query('commit');
      await random.pick(reads)();
      expect(await waiting()).toEqual([]);
    },
  );
});

it('numbers rows by their physical location, without a scan of a small table', async () => {
  await query(
    `insert into regulation.suppressions
       (workspace_id, user_id, source_id, active_count, first_at, changed_at, change_seq)
     select 'ws_a', 'known-' || n, '*', 1, now(), now(), n from generate_series(1, 5000) as n`,
  );
  await query('analyze regulation.suppressions');
  let plan: unknown;
  const explained: RunQuery = async (sql, parameters) => {
    plan = await query(`explain ${sql}`, parameters);
    return query(sql, parameters);
  };
  await numberAllChanges(explained, 100, NO_FLOOR, []);
  expect(JSON.stringify(plan)).toContain('Tid Scan on suppressions');
  expect(JSON.stringify(plan)).not.toContain('Seq Scan on suppressions ');
});
