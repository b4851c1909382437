import { waitFor } from '@lethe/testing';
import pg from 'pg';
import { OutboxFloor } from '../src/outbox-floor.js';
import { OutboxSource, type RelayCursor, type RunQuery } from '../src/index.js';
import { newOutboxDatabase, SCHEMA } from './outbox-database.js';

let box: Awaited<ReturnType<typeof newOutboxDatabase>>;
let other: pg.Client;

beforeAll(async () => {
  box = await newOutboxDatabase();
});
beforeEach(async () => {
  await box.database.query(`truncate ${SCHEMA}.outbox`);
  other = new pg.Client({ connectionString: box.url });
  await other.connect();
});
afterEach(() => other.end());
afterAll(() => box.close());

const APPEND = `
  insert into ${SCHEMA}.outbox (topic, key, event_type, event_id, occurred_at, data)
  select 't', $1, 'x', n, 'now', n from generate_series(1, $2::int) as n`;
const append = (key: string, count = 1) => box.database.query(APPEND, [key, count]);

/** The floor of these tests settles at once. */
const newCursor = (query: RunQuery): RelayCursor =>
  new OutboxSource(query, SCHEMA, '/test', () => new OutboxFloor(0)).open();

async function relayed(cursor: RelayCursor): Promise<string[]> {
  const batch = await cursor.take(100);
  await batch?.published(new Map());
  return batch?.records.map(({ key }) => key) ?? [];
}

describe('the source of an outbox', () => {
  it('does not walk over what was published while somebody holds an old snapshot', async () => {
    await other.query('begin isolation level repeatable read; select 1');
    const pages: number[] = [];
    const cursor = newCursor(async (sql, parameters = []) => {
      const rows = await box.database.query(sql, parameters);
      if (!sql.includes('pg_current_snapshot')) return rows as never;
      const [plan] = await box.database.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
        `explain (analyze, buffers, format json) ${sql}`,
        parameters,
      );
      pages.push(plan!['QUERY PLAN'][0]!.Plan['Shared Hit Blocks']!);
      return rows as never;
    });
    for (let round = 0; round < 100; round += 1) {
      await append('many', 100);
      expect(await relayed(cursor)).toHaveLength(100);
    }
    // What was deleted and is still there costs a look into its page: there are a hundred by now. Other
    // databases of the server may have transactions of their own, which hold the floor for as long.
    await waitFor(async () => {
      await append('one more');
      await relayed(cursor);
      return pages.at(-1)! < 40;
    });
  });

  it('passes over nothing that commits late, however much was published meanwhile', async () => {
    const cursor = newCursor((sql, parameters) => box.database.query(sql, parameters));
    await other.query('begin');
    await other.query(APPEND, ['late', 1]);
    for (let round = 0; round < 10; round += 1) {
      await append('early', 10);
      await relayed(cursor);
    }
    await other.query('commit');
    await append('after');
    expect(await relayed(cursor)).toEqual(['late', 'after']);
  });

  it('takes all of what commits late, also when it is more than a round', async () => {
    const cursor = newCursor((sql, parameters) => box.database.query(sql, parameters));
    await other.query('begin');
    await other.query(APPEND, ['late', 250]);
    for (let round = 0; round < 4; round += 1) {
      await append('early');
      await relayed(cursor);
    }
    await other.query('commit');
    const late: string[] = [];
    for (let round = 0; round < 6; round += 1) late.push(...(await relayed(cursor)));
    expect(late).toEqual(Array.from({ length: 250 }, () => 'late'));
  });
});
