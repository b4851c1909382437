import type {
  EventPage,
  DeletionsStatusEventDto,
  RegulationsCreatedEventDto,
  WorkspaceEvent,
} from '@lethe/api/events';
import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { waitFor } from '@lethe/testing';
import pg from 'pg';
import { purgeEvents } from '../src/events/purge-events.js';
import { settleStatuses } from '../src/record/statuses/settle-statuses.js';
import { DeletionService } from './deletion-service.js';
import { contextOf, suppress, type TestService } from './test-service.js';

let deletions: DeletionService;
let service: TestService;
beforeAll(async () => {
  deletions = await DeletionService.start();
  ({ service } = deletions);
  for (const id of ['dst_one', 'dst_two']) service.catalog.addWebhook(id);
});
afterAll(() => deletions.close());

const readPage = (
  after?: string,
  workspaceIds: readonly string[] = ['ws_a'],
  until?: string,
): Promise<EventPage> =>
  service.commands.eventPage({
    context: { requestId: 'test', deadline: Date.now() + 600_000, workspaceIds },
    ...(after === undefined ? {} : { after }),
    ...(until === undefined ? {} : { until }),
  });

const now = async (): Promise<string> => (await readPage()).next;

async function since(
  position: string,
  workspaceIds?: readonly string[],
): Promise<WorkspaceEvent[]> {
  const events: WorkspaceEvent[] = [];
  for (let after = position; ;) {
    const page = await readPage(after, workspaceIds);
    expect(page.isReset).toBe(false);
    events.push(...page.events.map(({ event }) => event));
    if (!page.more) return events;
    after = page.next;
  }
}

const create = async (request: CreateRegulationsDto, workspaceId = 'ws_a'): Promise<string[]> => {
  const { records } = await service.commands.createRegulations({
    context: contextOf(workspaceId),
    ...request,
    wantRecords: true,
  });
  return records!.map(({ id }) => id);
};

const cancel = (id: string) =>
  service.commands.cancelRegulation({
    context: contextOf(),
    id,
    allowedTypes: ['suppress_with_delete', 'suppress'],
  });

const run = (sql: string, parameters: readonly unknown[] = []) =>
  service.database.query<Record<string, unknown>>(sql, parameters);

const at = expect.stringMatching(/^20.*Z$/) as string;
const ofRegulations = (...ids: string[]) => ({
  ...{ at, count: ids.length, firstId: ids[0], lastId: ids.at(-1), ids },
});

describe('events of regulations', () => {
  it('report that regulations are created and canceled', async () => {
    const start = await now();
    const ids = await create(suppress('a', 'b'));
    await cancel(ids[0]!);
    expect(await since(start)).toEqual([
      { type: 'regulations.created', regulationType: 'suppress', ...ofRegulations(...ids) },
      { type: 'regulations.canceled', ...ofRegulations(ids[0]!) },
    ]);
  });

  it('report a large request once, with the count and the first and last ids', async () => {
    const start = await now();
    const users = Array.from({ length: 10_000 }, (_, index) => `bulk-${index}`);
    const ids = await create(suppress(...users));
    const [row] = await run('select count(*)::int as count from regulation.events');
    expect(await since(start)).toEqual([
      {
        ...{ type: 'regulations.created', at, regulationType: 'suppress' },
        ...{ count: 10_000, firstId: ids[0], lastId: ids.at(-1) },
      },
    ]);
    expect(row!.count).toBeLessThan(20); // one row for each portion of 1,000
  });

  it('contain no identifier of a user', async () => {
    const start = await now();
    const attributes = { userId: 'known-by-name', email: 'known@example.com' };
    await create({ regulationType: 'suppress', users: [attributes] });
    await deletions.order(['dst_one'], [attributes]);
    await deletions.attempt(() => ({ status: 'failed', reason: 'of known@example.com' }));
    await deletions.passDelays();
    await deletions.attempt(() => ({ status: 'aborted', reason: 'known-by-name is unknown' }));
    const text = JSON.stringify(await since(start));
    expect(text).toContain('"aborted"');
    expect(text).not.toContain('known@');
    expect(text).not.toContain('known-by-name');
  });
});

describe('events of deletions', () => {
  const common = { destinationId: 'dst_two', destinationType: 'WEBHOOK' };
  const deletionEvent = (
    status: string,
    jobId: string,
    regulationId: string,
    more: Partial<DeletionsStatusEventDto> = {},
  ) => ({
    ...{ type: 'deletions.status', at, ...common, status, jobs: 1, jobIds: [jobId] },
    ...{ regulations: 1, regulationIds: [regulationId], ...more },
  });

  it('report each state from the request to the end, with the reasons of failures', async () => {
    await settleStatuses(service.database); // settles the jobs of earlier tests
    const start = await now();
    const [id = ''] = await deletions.order(['dst_two'], [{ userId: 'one' }]);
    const [first] = await deletions.attempt(() => ({ status: 'failed', reason: 'HTTP 500' }));
    await deletions.passDelays();
    await deletions.attempt(() => ({ status: 'aborted', reason: 'HTTP 410' }));
    await settleStatuses(service.database);
    const due = `with users as (
        update regulation.regulations set due_at = now() + $1::interval
         where id in (select regulation_id from regulation.deletion_job_users where job_id = $2))
      update regulation.deletion_jobs set due_at = now() + $1::interval where id = $2`;
    await service.database.query(due, ['-1 hour', first!.jobId]);
    await settleStatuses(service.database);
    await service.database.query(due, ['1 hour', first!.jobId]);
    await service.commands.retryRegulation({ context: contextOf(), id });
    await settleStatuses(service.database);
    const [second] = await deletions.attempt(() => ({
      status: 'complete',
      record: { method: 'POST' },
    }));
    await settleStatuses(service.database);
    const events = (await since(start)).filter(({ type }) => type !== 'destinations.health');
    const [job, retried] = [first!.jobId, second!.jobId];
    expect(events.slice(0, -1)).toEqual([
      {
        ...{ type: 'regulations.created', regulationType: 'suppress_with_delete' },
        ...{ destinationIds: ['dst_two'], ...ofRegulations(id) },
      },
      deletionEvent('pending', job, id),
      deletionEvent('running', job, id),
      deletionEvent('failed', job, id, { reason: 'HTTP 500' }),
      deletionEvent('running', job, id),
      deletionEvent('aborted', job, id, { reason: 'HTTP 410' }),
      { type: 'regulations.status', status: 'deletion_failed', ...ofRegulations(id) },
      // After the deadline, the regulation is overdue, although the deletion failed permanently.
      {
        type: 'regulations.status',
        status: 'deletion_failed',
        overdue: true,
        ...ofRegulations(id),
      },
      deletionEvent('pending', retried, id, { retried: true }),
      { type: 'regulations.status', status: 'deleting', ...ofRegulations(id) },
      deletionEvent('running', retried, id),
      deletionEvent('complete', retried, id),
    ]);
    expect(events.at(-1)).toEqual({
      ...{ type: 'regulations.status', status: 'deleted', ...ofRegulations(id) },
    });
  });

  it('report users that are moved to separate jobs', async () => {
    const users = ['left', 'refused'].map((userId) => ({ userId }));
    const [left = '', refused = ''] = await deletions.order(['dst_two'], users);
    const start = await now();
    const [job] = await deletions.attempt(() => ({
      ...{ status: 'complete', record: { method: 'POST' } },
      refused: [{ regulationId: refused, reason: 'unknown' }],
    }));
    const events = (await since(start)).filter(({ type }) => type === 'deletions.status');
    const alone = events.find((event) => 'status' in event && event.status === 'aborted');
    expect(alone).toMatchObject({ reason: 'unknown', jobs: 1, regulationIds: [refused] });
    expect(events.at(1)).toMatchObject({ status: 'complete', jobIds: [job!.jobId] });
    expect(JSON.stringify(events)).toContain(left);
  });

  it('report canceled jobs, which have no users', async () => {
    const [id = ''] = await deletions.order(['dst_two'], [{ userId: 'gone' }]);
    const start = await now();
    await cancel(id);
    expect(await since(start)).toEqual([
      expect.objectContaining({ type: 'regulations.canceled', ids: [id] }),
      {
        ...{ type: 'deletions.status', at, ...common, status: 'canceled', jobs: 1 },
        ...{ jobIds: [expect.any(String)], regulations: 0 },
      },
    ]);
  });

  it('report destinations that are paused, back off, and recover', async () => {
    const start = await now();
    const pause = (paused: boolean) =>
      service.commands[paused ? 'pauseDeletions' : 'resumeDeletions']({
        ...{ context: contextOf(), destinationId: 'dst_one' },
      });
    await pause(true);
    await pause(false);
    await deletions.order(['dst_one'], [{ userId: 'slow' }]);
    await deletions.attempt(() => ({ status: 'delayed', cause: 'limit', reason: '429' }));
    await deletions.passDelays();
    await deletions.attempt(() => ({ status: 'failed', reason: 'HTTP 500' }));
    await deletions.passDelays();
    await deletions.attempt(() => ({ status: 'complete', record: { method: 'POST' } }));
    const health = (await since(start)).filter(({ type }) => type === 'destinations.health');
    const words = health.map((event) => 'health' in event && event.health);
    // `passDelays` ends each delay early.
    expect(words).toEqual(['paused', 'ok', 'throttled', 'ok', 'failing', 'ok']);
    expect(health[2]).toMatchObject({ destinationId: 'dst_one', until: at });
  });
});

/** Begins a transaction that stays open. */
async function begin() {
  const client = new pg.Client({ connectionString: service.url });
  await client.connect();
  await client.query('begin');
  return {
    client,
    insert: async () => {
      const { rows } = await client.query<{ id: string }>(
        `insert into regulation.regulations
           (id, workspace_id, request_id, regulation_type, user_id, attributes, created_at, created_by)
         values (gen_random_uuid(), 'ws_a', gen_random_uuid(), 'suppress', 'u', '{}', now(), 'test')
         returning id`,
      );
      return rows[0]!.id;
    },
    end: async (how: 'commit' | 'rollback') => {
      await client.query(how);
      await client.end();
    },
  };
}

describe('a reader', () => {
  it('gets each event of overlapping transactions once, and waits for no open transaction', async () => {
    let position = await now();
    const read = async (): Promise<(readonly string[] | undefined)[]> => {
      const page = await readPage(position);
      position = page.next;
      return page.events.map(({ event }) => (event as RegulationsCreatedEventDto).ids);
    };
    const oldest = await begin();
    const second = await begin();
    const third = await begin();
    const [a, b, c] = [await third.insert(), await oldest.insert(), await second.insert()];
    await third.end('commit');
    expect(await read()).toEqual([[a]]); // two transactions are open, one of them is older
    await second.end('commit');
    expect(await read()).toEqual([[c]]);
    const undone = await begin();
    const last = await begin();
    await undone.insert();
    const d = await last.insert();
    await last.end('commit');
    expect(await read()).toEqual([[d]]);
    await undone.end('rollback');
    expect(await read()).toEqual([]);
    await oldest.end('commit');
    expect(await read()).toEqual([[b]]);
    expect(await read()).toEqual([]);
  });

  it('gets each event once during concurrent writes', async () => {
    let position = await now();
    const seen: string[] = [];
    const ended = new AbortController();
    const hasEnded = () => ended.signal.aborted;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const ids: string[] = [];
      for (let round = 0; round < 25; round += 1) {
        ids.push(...(await create(suppress(`w${writer}-${round}`, `v${writer}-${round}`))));
      }
      return ids;
    });
    const reader = (async () => {
      for (let isLast = false; !isLast;) {
        isLast = hasEnded();
        const page = await readPage(position);
        for (const { event } of page.events)
          seen.push(...(event as RegulationsCreatedEventDto).ids!);
        position = page.next;
        if (page.more) isLast = false;
      }
    })();
    const written = (await Promise.all(writers)).flat();
    ended.abort();
    await reader;
    expect(seen.length).toBe(400);
    expect([...seen].sort()).toEqual(written.sort());
  });

  it('reads several pages while new events are added', async () => {
    const start = await now();
    // The events cannot be merged, because each has a different destination.
    await run(
      `insert into regulation.events (workspace_id, type, data)
       select 'ws_a', 'regulations.created', json_build_object(
                'regulationType', 'suppress', 'count', n, 'destinationIds', array[n::text])::text
         from generate_series(1, 4500) n`,
    );
    const counts: number[] = [];
    let pages = 0;
    let position = start;
    for (let more = true; more; pages += 1) {
      const page = await readPage(position);
      counts.push(...page.events.map(({ event }) => (event as RegulationsCreatedEventDto).count));
      position = page.next;
      ({ more } = page);
      if (pages === 0) await create(suppress('meanwhile'));
    }
    expect(counts).toEqual([...Array.from({ length: 4500 }, (_, n) => n + 1), 1]);
    expect(pages).toBe(4);
  });

  it('reads up to the position of another reader, and no further', async () => {
    const start = await now();
    const [first] = await create(suppress('before'));
    const until = await now();
    await create(suppress('after'));
    const page = await readPage(start, ['ws_a'], until);
    expect(page).toMatchObject({ more: false, isReset: false, next: until });
    expect(page.events).toEqual([
      { workspaceId: 'ws_a', event: expect.objectContaining({ ids: [first] }) as object },
    ]);
  });

  it('gets only events of the requested workspaces', async () => {
    const start = await now();
    const [ofA] = await create(suppress('same'));
    const [ofB] = await create(suppress('same'), 'ws_b');
    const idsOf = async (...workspaceIds: string[]) =>
      (await since(start, workspaceIds)).flatMap(
        (event) => (event as RegulationsCreatedEventDto).ids,
      );
    expect(await idsOf('ws_a')).toEqual([ofA]);
    expect(await idsOf('ws_b')).toEqual([ofB]);
    expect(await idsOf('ws_a', 'ws_b')).toEqual([ofA, ofB]);
    expect(await idsOf('ws_c')).toEqual([]);
  });

  it('is reset if its position is too old, invalid, or of another database', async () => {
    const position = await now();
    const [database = '', time = '', ...rest] = position.split('.');
    const old = (Number.parseInt(time, 36) - 600_001).toString(36);
    const [id] = await create(suppress('unseen'));
    for (const text of [
      [database, old, ...rest].join('.'),
      ['00000000', time, ...rest].join('.'),
      'none',
      '',
    ]) {
      const page = await readPage(text);
      expect(page).toMatchObject({ events: [], more: false, isReset: true });
      expect(await since(page.next)).toEqual([]);
    }
    expect(await since(position)).toEqual([expect.objectContaining({ ids: [id] })]);
  });
});

describe('old events', () => {
  const stored = async () => (await run('select count(*)::int as n from regulation.events'))[0]!.n;
  const purge = () =>
    purgeEvents((sql, parameters) => service.database.query(sql, parameters ?? []));

  it('are removed ten minutes after their transactions have ended, not before', async () => {
    await run('delete from regulation.event_marks');
    // Waits for older transactions. Even a transaction of another database on the server would keep
    // these events.
    await waitFor(async () => {
      const [row] = await run(
        `select count(*)::int as n from regulation.events where tx >= pg_snapshot_xmin(pg_current_snapshot())`,
      );
      return row!.n === 0;
    });
    await purge(); // writes a mark
    await create(suppress('after the mark'));
    const all = await stored();
    await purge();
    expect(await stored()).toBe(all);
    await run(`update regulation.event_marks set at = at - interval '11 minutes'`);
    await purge();
    expect(await stored()).toBe(1);
  });

  it('of an open transaction stay, even if they are an hour old', async () => {
    const position = await now();
    const open = await begin();
    await open.client.query(
      `insert into regulation.events (workspace_id, type, data, at)
       values ('ws_a', 'regulations.created', '{"ids":["late"]}', now() - interval '1 hour')`,
    );
    await run('delete from regulation.event_marks');
    await purge();
    await run(`update regulation.event_marks set at = at - interval '11 minutes'`);
    await open.end('commit');
    await purge();
    expect(await since(position)).toEqual([expect.objectContaining({ ids: ['late'] })]);
  });

  it('of another database are removed and not returned, and its marks are ignored', async () => {
    const position = await now();
    await run(
      `insert into regulation.events (tx, workspace_id, type, data)
       values (pg_snapshot_xmax(pg_current_snapshot())::text::bigint::text::xid8, 'ws_a', 'regulations.created', '{}'),
              ('9000000000', 'ws_a', 'regulations.created', '{}')`,
    );
    await run(
      `insert into regulation.event_marks (at, tx, database)
       values (now() - interval '1 day', '9000000000', 'another')`,
    );
    const [id] = await create(suppress('of this one'));
    expect(await since(position)).toContainEqual(expect.objectContaining({ ids: [id] }));
    await purge();
    const rows = await run(`select tx::text from regulation.events where tx = '9000000000'`);
    expect(rows).toEqual([]);
    expect(await since(position)).toContainEqual(expect.objectContaining({ ids: [id] }));
  });
});
