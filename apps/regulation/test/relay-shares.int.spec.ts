import type { SuppressionState } from '@lethe/contracts';
import type { OutgoingRecord } from '@lethe/messaging';
import type { RelayCursor } from '../src/relay/session/relay-source.js';
import { markPublishedInProcess, readPosition } from '../src/relay/position/relay-position.js';
import { SuppressionSource, type OversizedState } from '../src/relay/sources/suppression-source.js';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

const LIMIT = 500;
let service: TestService;
let cursor: RelayCursor;
let oversized: OversizedState[];

beforeEach(async () => {
  service = await newTestService();
  oversized = [];
  const query = <Row extends object>(sql: string, parameters?: readonly unknown[]) =>
    service.database.query<Row>(sql, parameters);
  await markPublishedInProcess(query);
  const { database } = await readPosition(query);
  const source = new SuppressionSource(query, 'test.', (state) => oversized.push(state));
  cursor = source.open(database);
});
afterEach(() => service.close());

const create = (workspaceId: string, ...userIds: string[]) =>
  service.commands.createRegulations({
    context: contextOf(workspaceId),
    ...suppress(...userIds),
    wantRecords: false,
  });
const named = (count: number) => Array.from({ length: count }, (_, index) => `user-${index}`);

/** Inserts rows directly, because a request with so many sources would be refused. */
const insert = (workspaceId: string, users: number, sources: number) =>
  service.database.query(
    `insert into regulation.suppressions
       (workspace_id, user_id, source_id, active_count, first_at, changed_at)
     select $1, 'user-' || u, rpad('src_' || s, 40, '_'), 1, now(), now()
       from generate_series(1, $3::int) as s, generate_series(1, $2::int) as u`,
    [workspaceId, users, sources],
  );

async function take(): Promise<readonly OutgoingRecord[]> {
  const batch = await cursor.take(LIMIT);
  await batch?.published(new Map());
  return batch?.records ?? [];
}

async function takeAll(): Promise<OutgoingRecord[]> {
  const all: OutgoingRecord[] = [];
  for (;;) {
    const records = await take();
    if (records.length === 0) return all;
    all.push(...records);
  }
}

const stateIn = ({ value }: OutgoingRecord) =>
  (JSON.parse(String(value)) as SuppressionState).suppressed;

describe('a round of the relay', () => {
  it.each(['ws_a', 'ws_z'])('covers other workspaces despite many changes of %s', async (bulk) => {
    await create(bulk, ...named(2_000));
    await create('ws_m', 'single');
    expect((await take()).map(({ key }) => key)).toContain('ws_m:single');
  });

  it('covers other workspaces if reads of the feed have already numbered all changes', async () => {
    await create('ws_a', ...named(2_000));
    await service.commands.suppressionPage({
      context: { ...contextOf(), workspaceIds: ['ws_a'] },
      limit: 10_000,
    });
    const others = ['ws_b', 'ws_c', 'ws_d'];
    for (const workspaceId of others) {
      await create(workspaceId, 'single');
      await service.commands.suppressionPage({
        context: { ...contextOf(), workspaceIds: [workspaceId] },
        limit: 10,
      });
    }
    expect((await take()).map(({ key }) => key)).toEqual(
      expect.arrayContaining(others.map((workspaceId) => `${workspaceId}:single`)),
    );
    await create('ws_b', 'later');
    expect((await take()).map(({ key }) => key)).toContain('ws_b:later');

    const rest = new Set((await takeAll()).map(({ key }) => key));
    expect(rest.size).toBeGreaterThanOrEqual(1_000);
    expect(await take()).toEqual([]);
  });

  it.each([500, 400])('covers all workspaces despite %i users with many sources', async (users) => {
    await insert('ws_a', users, 60);
    await service.database.query(
      `update regulation.suppressions set change_seq = nextval('regulation.suppression_changes')`,
    );
    await service.database.query(
      `update regulation.relay_positions
          set position = (select max(change_seq) from regulation.suppressions)`,
    );
    await create('ws_a', ...named(users + 1).slice(1));
    await service.commands.suppressionPage({
      context: { ...contextOf(), workspaceIds: ['ws_a'] },
      limit: 10_000,
    });
    await create('ws_m', 'single');
    const first = await take();
    expect(first.map(({ key }) => key)).toContain('ws_m:single');
    const keys = new Set([...first, ...(await takeAll())].map(({ key }) => key));
    expect(keys.size).toBe(users + 1);
  });

  it('reports whether more changes are left, even for few users with many sources', async () => {
    await insert('ws_a', 30, 20);
    const first = await cursor.take(LIMIT);
    expect(first?.isFull).toBe(true);
    expect(first?.records.length).toBeLessThanOrEqual(30);
    await insert('ws_b', 30, 900);
    expect((await cursor.take(100_000))?.isFull).toBe(true);
    await takeAll();
    await create('ws_c', 'single');
    expect((await cursor.take(LIMIT))?.isFull).toBe(false);
  });

  it('has at most 20,000 source ids in all states together', async () => {
    await insert('ws_a', 60, 900);
    await create('ws_b', 'single');
    const keys = new Set<string>();
    for (;;) {
      const round = await take();
      if (round.length === 0) break;
      const sources = round.flatMap((record) => stateIn(record).sourceIds);
      expect(sources.length).toBeLessThanOrEqual(20_000);
      for (const { key } of round) keys.add(key);
    }
    expect(keys.size).toBe(61);
    expect(oversized).toEqual([]);
  });
});

describe('a state that does not fit into a record', () => {
  it.each([16_000, 25_000])(
    'with %i source ids is published as suppressed at all sources, and delays no other state',
    async (sources) => {
      await create('ws_b', 'before');
      await insert('ws_a', 1, sources);
      await create('ws_b', 'after');
      const records = await takeAll();
      const keys = new Set(records.map(({ key }) => key));
      expect([...keys].sort()).toEqual(['ws_a:user-1', 'ws_b:after', 'ws_b:before']);
      for (const record of records) {
        expect(Buffer.byteLength(String(record.value))).toBeLessThan(900_000);
        if (record.key !== 'ws_a:user-1') continue;
        expect(stateIn(record)).toEqual({ allSources: true, sourceIds: [] });
        expect(record.headers.ce_oversized).toBe('true');
      }
      expect(oversized.at(-1)).toMatchObject({ workspaceId: 'ws_a' });
      expect(JSON.stringify(oversized)).not.toContain('user-1');
    },
  );

  it.each([16_000, 25_000])(
    'with %i source ids has no header `ce_oversized` if the user is also suppressed at all sources',
    async (sources) => {
      await insert('ws_a', 1, sources);
      await create('ws_a', 'user-1');
      await create('ws_a', 'other');
      for (const record of await takeAll()) {
        expect(stateIn(record)).toEqual({ allSources: true, sourceIds: [] });
        expect(record.headers).not.toHaveProperty('ce_oversized');
      }
      expect(oversized.at(-1)).toMatchObject({ workspaceId: 'ws_a' });
    },
  );
});
