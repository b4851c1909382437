import { randomUUID } from 'node:crypto';
import { claimSql, nextSql, OF_LETHE } from '../src/deletions/claim/fair-claim-sql.js';
import { VERIFY } from '../src/deletions/claim/claim-task.js';
import { DeletionService, DONE } from './deletion-service.js';
import { contextOf } from './test-service.js';

const DUE = 10_000;
const DESTINATIONS = 20;
/**
 * Maximum blocks of 8 KiB for one claim of one verification, with 20 ready destinations. Reading
 * all verifications that are due takes more than 200 blocks.
 */
const MOST_BLOCKS = 80;

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

let deletions: DeletionService;
beforeAll(async () => {
  deletions = await DeletionService.start();
  const { query } = deletions.database;
  await query(
    `insert into regulation.deletion_jobs (id, workspace_id, request_id, destination_id, destination_type, state,
            held, created_at, changed_at, finished_at)
     overriding system value
     select n, 'ws_many', gen_random_uuid(), 'dst_' || n % ${DESTINATIONS}, 'POSTGRES', 'complete', false,
            now(), now(), now()
       from generate_series(1, ${DUE}) n`,
  );
  await query(`select setval('regulation.deletion_jobs_id_seq', ${DUE})`);
  const id = randomUUID();
  await query(
    `insert into regulation.regulations
       (id, workspace_id, request_id, regulation_type, user_id, attributes, created_at, created_by, destination_ids)
     values ($1, 'ws_many', $1, 'delete', 'u', '{"userId":"u"}', now(), 'test', '{dst_0}')`,
    [id],
  );
  await query(
    `insert into regulation.deletion_job_users select n, $1 from generate_series(1, ${DUE}) n`,
    [id],
  );
  await query(
    `insert into regulation.deletion_verifications
       (job_id, workspace_id, destination_id, destination_type, created_at, changed_at, due_at, claimable_at)
     select id, workspace_id, destination_id, destination_type, now(), now(), now(), now()
       from regulation.deletion_jobs`,
  );
  await query(
    `insert into regulation.deletion_lanes (workspace_id, destination_id, destination_type, verify_at)
     select 'ws_many', 'dst_' || n, 'POSTGRES', now() from generate_series(0, ${DESTINATIONS - 1}) n`,
  );
  await query(
    'analyze regulation.deletion_verifications, regulation.deletion_lanes, regulation.deletion_jobs, regulation.deletion_job_users',
  );
});
afterAll(() => deletions.close());

const claim = (destinations: number, verifications: number) => {
  const claimId = randomUUID();
  const command = { context: contextOf(), worker: 'test', claimId, leaseMs: 600_000 };
  return deletions.service.commands
    .claimDeletions({ ...command, destinations, verifications })
    .then(({ claimed, nextInMs }) => ({ claimId, claimed, nextInMs }));
};

async function blocksOf(sql: string, parameters: readonly unknown[]): Promise<number> {
  const [row] = await deletions.database.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, buffers, format json) ${sql}`,
    [...parameters],
  );
  const { Plan: plan } = row!['QUERY PLAN'][0];
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

describe(`${DUE} verifications that are due`, () => {
  it('cost a claim no more than the front of an index', async () => {
    const blocks = await blocksOf(claimSql(OF_LETHE, VERIFY), [
      ...[randomUUID(), 1, 60_000, [], [], 1, 1, 'worker'],
    ]);
    expect(blocks).toBeLessThan(MOST_BLOCKS);
    expect(await blocksOf(nextSql(OF_LETHE, VERIFY), [[]])).toBeLessThan(MOST_BLOCKS);
  });

  it('leave the slots of a worker to the deletions of another workspace', async () => {
    deletions.service.catalog.addWebhook('hook');
    await deletions.order(['hook'], [{ userId: 'a' }], 'ws_b');
    // The deletion does not wait for verifications in the same answer. The worker asks again at once.
    const one = await claim(10, 3);
    expect(one.claimed).toMatchObject([{ workspaceId: 'ws_b', destinationId: 'hook' }]);
    expect(one.claimed[0]).not.toHaveProperty('task');
    expect(one.nextInMs).toBe(0);
    const jobs = one.claimed.flatMap((destination) => destination.jobs);
    const { results } = await deletions.report(
      jobs.map(({ jobId }) => ({ jobId, claimId: one.claimId, outcome: DONE })),
    );
    expect(results).toEqual(['taken']);
    const others = await claim(10, 3);
    // One workspace gets no more than its share of the slots for verifications.
    expect(others.claimed.map(({ task }) => task)).toEqual(['verify', 'verify']);
    for (const { jobs: passed } of others.claimed) expect(passed).toHaveLength(200);
  });
});
