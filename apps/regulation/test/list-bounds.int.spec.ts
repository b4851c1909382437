import type { ListRegulations } from '@lethe/api/regulations';
import { REGULATION_STATUSES, REGULATION_TYPES } from '@lethe/contracts';
import { waitFor } from '@lethe/testing';
import { duePageSql, pageSql } from '../src/regulations/list/list-regulations.query.js';
import { dueJobsPageSql, jobsPageSql } from '../src/deletions/manage/list-deletion-jobs.query.js';
import { contextOf, newTestService, type TestService } from './test-service.js';

const REGULATIONS = 20_000;
const LIMIT = 10;
/**
 * Maximum blocks of 8 KiB that a page reads, for the search in four indexes and for its records.
 * Reading all regulations takes about 600 blocks.
 */
const MOST_BLOCKS = 80;

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

let service: TestService;
beforeAll(async () => {
  service = await newTestService();
  for (const table of ['regulations', 'deletion_jobs']) {
    // So that PostgreSQL does not change the statistics between two steps of a test.
    await service.database.query(
      `alter table regulation.${table} set (autovacuum_enabled = false)`,
    );
  }
  await service.database.query(
    `insert into regulation.regulations
       (id, workspace_id, request_id, regulation_type, user_id, attributes, created_at, created_by)
     select lpad(to_hex(n), 32, '0')::uuid, 'ws_a', gen_random_uuid(), 'suppress', 'u' || n,
            jsonb_build_object('userId', 'u' || n), now(), 'test'
       from generate_series(1, ${REGULATIONS}) n`,
  );
  await service.database.query('analyze regulation.regulations');
});
afterAll(() => service.close());

const filters = [undefined, ...REGULATION_TYPES].flatMap((regulationType) =>
  [undefined, true, false].map((canceled) => ({
    ...(regulationType === undefined ? {} : { regulationType }),
    ...(canceled === undefined ? {} : { canceled }),
  })),
);

/** The rows were created just now, but the times in their ids are from 1970. */
const statuses: Partial<ListRegulations>[] = [
  ...REGULATION_STATUSES.flatMap((status) => [{ status }, { status, overdue: false }]),
  ...REGULATION_TYPES.map((regulationType) => ({ regulationType, overdue: true })),
  { overdue: true },
  { overdue: false },
  { status: 'deleted', createdAfter: '2026-01-01T00:00:00.000Z' },
  { createdBefore: '1969-01-01T00:00:00.000Z' },
];

const blocks = (filter: Partial<ListRegulations>): Promise<number> =>
  blocksOf(pageSql({ context: contextOf(), limit: LIMIT, ...filter }));

async function blocksOf(page: { sql: string; parameters: unknown[] }): Promise<number> {
  const [row] = await service.database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, format json) ${page.sql}`,
    page.parameters,
  );
  const { Plan: plan } = row!['QUERY PLAN'][0];
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

/**
 * Removes all dead rows of a table, and their index entries. The statistics of the planner stay
 * old. Retries, because a vacuum keeps the rows that an open snapshot can see, for example that of an
 * autovacuum of another table.
 */
async function vacuum(table: string): Promise<void> {
  const hasNoDeadRows = async (): Promise<boolean> => {
    await service.database.query(`vacuum regulation.${table}`);
    const [row] = await service.database.query<{ dead: string }>(
      `select n_dead_tup as dead from pg_stat_user_tables
        where schemaname = 'regulation' and relname = $1`,
      [table],
    );
    return row?.dead === '0';
  };
  await waitFor(hasNoDeadRows, { message: `the vacuum of all dead rows of ${table}` });
}

const ofUser = filters.flatMap((filter) =>
  ['u7', 'nobody'].map((userId) => ({ ...filter, userId })),
);

describe('a page of regulations', () => {
  it.each(ofUser)('reads few blocks for one user if nothing is canceled: %j', async (filter) => {
    expect(await blocks(filter)).toBeLessThan(MOST_BLOCKS);
  });

  it.each([...filters, ...statuses])(
    'reads few blocks if nothing is canceled: %j',
    async (filter) => {
      expect(await blocks(filter)).toBeLessThan(MOST_BLOCKS);
    },
  );

  describe('after a change of all regulations', () => {
    const change = (columns: string) => async (): Promise<void> => {
      await service.database.query(`update regulation.regulations set ${columns}`);
      await vacuum('regulations'); // autovacuum would also do this
    };

    describe('to canceled', () => {
      beforeAll(change('canceled = true'));
      it.each([...filters, ...ofUser])('reads few blocks: %j', async (filter) => {
        expect(await blocks(filter)).toBeLessThan(MOST_BLOCKS);
      });
    });

    describe('to a status outside of the filter', () => {
      const done = change(
        "regulation_type = 'delete', canceled = false, deletion_status = 'deleted'",
      );
      beforeAll(done);
      it.each([...statuses, ...statuses.map((filter) => ({ ...filter, userId: 'u7' }))])(
        'reads few blocks: %j',
        async (filter) => {
          expect(await blocks(filter)).toBeLessThan(MOST_BLOCKS);
        },
      );
    });

    describe('to another type', () => {
      beforeAll(change("regulation_type = 'suppress_with_delete', canceled = false"));
      it.each([...filters, ...ofUser])('reads few blocks: %j', async (filter) => {
        expect(await blocks(filter)).toBeLessThan(MOST_BLOCKS);
      });
    });
  });
});

describe('a page of overdue deletion jobs', () => {
  /**
   * Maximum blocks of a page, including the look-up of each record's users. Reading all waiting
   * jobs takes 315 blocks.
   */
  const MOST_BLOCKS_OF_JOBS = 120;
  /** Adds jobs that are due 30 days after their creation. */
  const seed = (state: string, jobs: number, age: string) =>
    service.database.query(
      `insert into regulation.deletion_jobs
         (workspace_id, request_id, destination_id, destination_type, state, created_at, changed_at, due_at)
       select 'ws_a', gen_random_uuid(), 'dst_' || n % 2, 'WEBHOOK', $1, at, at, at + interval '30 days'
         from generate_series(1, $2::int) n,
              lateral (select now() - $3::interval + n * interval '1 second' as at)`,
      [state, jobs, age],
    );

  beforeAll(async () => {
    await seed('complete', 10_000, '90 days');
    await seed('pending', 100, '40 days');
    await seed('pending', 10_000, '20 days');
    await service.database.query('analyze regulation.deletion_jobs');
  });

  it.each([{}, { destinationId: 'dst_1' }, { status: 'pending', held: true } as const])(
    'reads few blocks if few of many waiting jobs are overdue: %j',
    async (filter) => {
      const page = { context: contextOf(), limit: LIMIT, ...filter, overdue: true };
      expect(await blocksOf(jobsPageSql(page))).toBeLessThan(MOST_BLOCKS_OF_JOBS);
    },
  );

  it('reads few blocks if most permanently failed jobs were retried', async () => {
    await seed('aborted', 10_000, '89 days');
    await service.database.query(
      `update regulation.deletion_jobs set retried_at = now() where state = 'aborted'`,
    );
    await seed('aborted', 100, '91 days');
    await vacuum('deletion_jobs');
    for (const filter of [{}, { destinationId: 'dst_1' }]) {
      const page = {
        context: contextOf(),
        limit: LIMIT,
        ...filter,
        needsAttention: true,
      };
      expect(await blocksOf(jobsPageSql(page))).toBeLessThan(MOST_BLOCKS_OF_JOBS);
    }
  });

  it('reads few blocks if data of few of many complete jobs was found again', async () => {
    await service.database.query(
      `insert into regulation.deletion_verifications (job_id, workspace_id, destination_id, destination_type,
         state, created_at, changed_at, due_at, claimable_at, finished_at, still_found)
       select id, workspace_id, destination_id, destination_type,
              case when n <= 10 then 'found' else 'absent' end, now(), now(), now(), now(), now(),
              case when n <= 10 then '{"x": 1}'::jsonb end
         from (select *, row_number() over (order by id) as n from regulation.deletion_jobs
                where state = 'complete') j`,
    );
    await service.database.query('analyze regulation.deletion_verifications');
    for (const filter of [{}, { destinationId: 'dst_1' }, { status: 'complete' } as const]) {
      const page = { context: contextOf(), limit: LIMIT, ...filter, foundAgain: true };
      expect(await blocksOf(jobsPageSql(page))).toBeLessThan(MOST_BLOCKS_OF_JOBS);
    }
  });

  it('reads few blocks by deadline, from the first page to the last', async () => {
    const page = { context: contextOf(), limit: LIMIT, sort: 'due' } as const;
    const dueBefore = new Date(Date.now() - 9 * 86_400_000).toISOString();
    const { nextCursor: afterCursor = '' } = await service.commands.listDeletionJobs({
      ...{ ...page, limit: 90 },
    });
    for (const filter of [{}, { dueBefore }, { afterCursor }, { destinationId: 'dst_1' }]) {
      expect(await blocksOf(dueJobsPageSql({ ...page, ...filter }))).toBeLessThan(
        MOST_BLOCKS_OF_JOBS,
      );
    }
    await service.database.query(
      `update regulation.regulations set canceled = false, regulation_type = 'delete', deletion_status = 'deleted',
         due_at = now() + (user_id <> 'u7')::int * interval '1 day'`,
    );
    await service.database.query(
      `update regulation.regulations set deletion_status = null where user_id < 'u2'`,
    );
    await service.database.query('vacuum regulation.regulations'); // the statistics stay old
    for (const filter of [{}, { dueBefore: new Date().toISOString() }, { status: 'deleting' }]) {
      expect(
        await blocksOf(duePageSql({ ...page, ...(filter as Partial<ListRegulations>) })),
      ).toBeLessThan(MOST_BLOCKS);
    }
  });

  it('has the newest jobs, even if many jobs are overdue', async () => {
    await seed('failed', 10_000, '60 days');
    const ids = await service.database.query<{ id: string }>(
      `select id from regulation.deletion_jobs where state <> 'complete' and retried_at is null and due_at < now()
        order by created_at desc, id desc limit 150`,
    );
    const { data } = await service.commands.listDeletionJobs({
      ...{ context: contextOf(), overdue: true, limit: 150 },
    });
    expect(data.map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
  });
});
