import { FIXED_LIMITS } from '@lethe/contracts';
import { peakMemoryOf } from './support/memory-of.js';
import { TOKENS, WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';

/** Of one page, as large as they can be: 20 identifiers of 2 KiB. */
const RECORDS = 1_000;
/** At once; 42 MB each, were they whole. */
const LISTS = 40;
/** Resident, at most: a process takes some 170 MB, or 250 while it makes pages. */
const MOST_MEMORY = 400 * 1024 * 1024;

describe('a tenant who lists the largest records many times at once', () => {
  let system: System;
  beforeAll(async () => {
    system = await System.start({
      brokers: '127.0.0.1:9', // nobody: what is asked for here needs no Kafka
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
         from generate_series(1, ${RECORDS}) n`,
      [WORKSPACE],
    );
  });
  afterAll(() => system.stop());

  it('gets small pages, takes little memory, and no create of another tenant fails', async () => {
    const path = `/v2/regulations?limit=${RECORDS}`;
    const { text } = await system.api('admin').request('GET', path);
    expect(text.length).toBeGreaterThan(FIXED_LIMITS.pageBytes);
    expect(text.length).toBeLessThan(1.1 * FIXED_LIMITS.pageBytes);

    let listing = LISTS;
    const statuses = Array.from({ length: LISTS }, async () => {
      const answer = await fetch(system.addressOf(0) + path, {
        headers: { authorization: `Bearer ${TOKENS.admin}` },
      });
      listing -= 1;
      await answer.arrayBuffer();
      return answer.status;
    });
    let created = 0;
    for (; listing > 0 || created === 0; created += 1) {
      await system.api('stranger').suppress(`other-${created}`);
    }
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    for (const { pid } of [...system.gateways, ...system.regulations]) {
      expect(peakMemoryOf(pid)).toBeLessThan(MOST_MEMORY);
    }
  });
});
