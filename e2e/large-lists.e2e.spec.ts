import { FIXED_LIMITS } from '@lethe/contracts';
import { peakMemoryOf } from './support/memory-of.js';
import { IDS, TOKENS, WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';

/** Maximum number of records in a page. The test stores the largest possible records. */
const RECORDS = { '/v2/regulations': 1_000, '/v2/deletion-jobs': 1_000, '/transformations': 100 };
const PATHS = Object.entries(RECORDS).map(([path, records]) =>
  path.startsWith('/v2') ? `${path}?limit=${records}` : path,
);
/**
 * Number of concurrent requests for each list. Complete pages would have 42 MB, 10 MB and 25 MB.
 */
const LISTS = 16;
/** Maximum resident memory. A process takes about 170 MB, or 250 MB while it builds pages. */
const MOST_MEMORY = 400 * 1024 * 1024;

describe('a workspace with many concurrent lists of the largest records', () => {
  let system: System;
  beforeAll(async () => {
    system = await System.start({
      brokers: '127.0.0.1:9', // no broker: these requests need no Kafka
      logLevel: 'warn',
      environment: (app): Readonly<Record<string, string>> =>
        app === 'gateway' ? { LETHE_KAFKA_START_WAIT: '0' } : {},
    });
    await system.query(
      `insert into regulation.regulations
         (id, workspace_id, request_id, regulation_type, user_id, attributes, created_at, created_by)
       select lpad(to_hex(n), 32, '0')::uuid, $1, gen_random_uuid(), 'suppress', 'u' || n,
              (select jsonb_object_agg('custom_' || k, repeat('x', 2046)) from generate_series(1, 20) k)
                || jsonb_build_object('userId', 'u' || n), now(), 'test'
         from generate_series(1, $2::int) n`,
      [WORKSPACE, RECORDS['/v2/regulations']],
    );
    await system.query(
      `insert into regulation.deletion_jobs
         (workspace_id, request_id, destination_id, destination_type, state, record, created_at, changed_at)
       select $1, gen_random_uuid(), $2, 'WEBHOOK', 'complete',
              jsonb_build_object('method', 'test', 'notes', (select jsonb_agg(repeat('x', 500)) from generate_series(1, 20))),
              now(), now()
         from generate_series(1, $3::int)`,
      [WORKSPACE, IDS.hook, RECORDS['/v2/deletion-jobs']],
    );
    await system.query(
      `insert into catalog.transformations (workspace_id, id, name, code)
       select $1, 'tr_' || n, 'n' || n, repeat('x', $2::int) from generate_series(1, $3::int) n`,
      [WORKSPACE, FIXED_LIMITS.codeBytes, RECORDS['/transformations']],
    );
  });
  afterAll(() => system.stop());

  it('gets small pages, causes little memory usage, and fails no create of another workspace', async () => {
    for (const path of PATHS) {
      const { text } = await system.api('admin').request('GET', path);
      expect(text.length).toBeGreaterThan(FIXED_LIMITS.pageBytes);
      expect(text.length).toBeLessThan(1.1 * FIXED_LIMITS.pageBytes);
    }

    const list = async (path: string): Promise<number> => {
      const answer = await fetch(system.addressOf(0) + path, {
        headers: { authorization: `Bearer ${TOKENS.admin}` },
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const paths = Array.from({ length: LISTS }, () => PATHS).flat();
    let listing = paths.length;
    const statuses = Promise.all(
      paths.map((path) =>
        list(path)
          .catch(String)
          .finally(() => (listing -= 1)),
      ),
    );
    let created = 0;
    for (; listing > 0 || created === 0; created += 1) {
      await system.api('otherAdmin').suppress(`other-${created}`);
    }
    expect(new Set(await statuses)).toEqual(new Set([200]));
    for (const { pid } of [...system.gateways, ...system.regulations]) {
      expect(peakMemoryOf(pid)).toBeLessThan(MOST_MEMORY);
    }
  });
});
