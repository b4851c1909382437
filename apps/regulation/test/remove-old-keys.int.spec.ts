import { waitFor } from '@lethe/testing';
import pg from 'pg';
import { removeOldKeys } from '../src/regulations/create/idempotency.js';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await newTestService();
});
afterAll(() => service.close());

const create = (userId: string, idempotencyKey: string) =>
  service.commands.createRegulations({
    context: contextOf(),
    ...suppress(userId),
    wantRecords: true,
    idempotencyKey,
  });

const makeOld = (key: string) =>
  service.database.query(
    "update regulation.idempotency_keys set created_at = now() - interval '25 hours' where key = $1",
    [key],
  );

describe('removeOldKeys', () => {
  it('keeps a key that a concurrent create uses again', async () => {
    await create('claimed', 'again');
    await makeOld('again');
    // Blocks the create after it has claimed the key.
    const holder = new pg.Client({ connectionString: service.url });
    await holder.connect();
    await holder.query(
      "begin; select from regulation.suppressions where user_id = 'claimed' for update",
    );
    const created = create('claimed', 'again');
    const waiting = async (count: number) => {
      const [row] = await service.database.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return row!.n >= count;
    };
    await waitFor(() => waiting(1));

    let isDone = false;
    const removing = removeOldKeys(service.database.query).then(() => (isDone = true));
    await waitFor(async () => isDone || (await waiting(2)));
    await holder.query('rollback');
    await holder.end();
    const [first] = await Promise.all([created, removing]);
    expect(await create('claimed', 'again')).toEqual(first);
  });

  it('removes all old keys, even if they need several batches', async () => {
    await service.database.query(
      `insert into regulation.idempotency_keys
         (workspace_id, key, request_id, body_hash, first_id, last_id, created_at)
       select 'ws_many', key, gen_random_uuid(), '', gen_random_uuid(), gen_random_uuid(),
              now() - interval '25 hours'
         from generate_series(1, 25000) as key`,
    );
    await create('fresh', 'fresh');
    await removeOldKeys(service.database.query);
    const rows = await service.database.query<{ key: string }>(
      "select key from regulation.idempotency_keys where workspace_id = 'ws_many' or key = 'fresh'",
    );
    expect(rows).toEqual([{ key: 'fresh' }]);
  });
});
