import { waitFor } from '@lethe/testing';
import pg from 'pg';
import { OutboxFloor } from '../src/relay/sources/outbox-floor.js';
import { AnotherDatabaseError } from '../src/database/this-database.js';
import { appendToOutbox } from '../src/record/append-to-outbox.js';
import { OutboxSource } from '../src/relay/sources/outbox-source.js';
import { DATABASE_IDENTITY } from '../src/database/schema-name.js';
import type { RelayCursor } from '../src/relay/session/relay-source.js';
import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../src/database/schema-name.js';
import { newOutboxDatabase } from './outbox-database.js';

let box: Awaited<ReturnType<typeof newOutboxDatabase>>;
let other: pg.Client;
let here: string;

const whereIs = async (database: typeof box.database): Promise<string> => {
  const sql = `select ${DATABASE_IDENTITY} as database`;
  return (await database.query<{ database: string }>(sql))[0]!.database;
};

beforeAll(async () => {
  box = await newOutboxDatabase();
  here = await whereIs(box.database);
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

/** Returns a cursor whose floor rises without the usual wait of 10 s. */
const newCursor = (query: RunQuery): RelayCursor =>
  new OutboxSource(query, () => new OutboxFloor(0)).open(here);

async function relayed(cursor: RelayCursor): Promise<string[]> {
  const batch = await cursor.take(100);
  await batch?.published(new Map());
  return batch?.records.map(({ key }) => key) ?? [];
}

describe('OutboxSource', () => {
  it('does not read published rows while an old snapshot is open', async () => {
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
    // Now deleted rows that are still in the table fill a hundred pages, and `pages` contains the
    // number of pages of each take. The loop retries, because transactions in other databases of
    // the server can also keep the floor low.
    await waitFor(async () => {
      await append('one more');
      await relayed(cursor);
      return pages.at(-1)! < 40;
    });
  });

  it('skips no late commit, even if many facts were published before it', async () => {
    const cursor = newCursor(box.database.query);
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

  it('takes all rows of a late commit, even if they need several rounds', async () => {
    const cursor = newCursor(box.database.query);
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

  it('passes on the trace of a fact, and nothing for a fact without a trace', async () => {
    const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    const fact = { topic: 't', type: 'x', time: 'now', data: 1 };
    await box.database.transaction((manager) =>
      appendToOutbox(manager, [
        { ...fact, key: 'traced', id: '1', traceparent },
        { ...fact, key: 'not sampled', id: '2' },
      ]),
    );
    await append('older'); // inserts no value into the column `traceparent`
    const batch = await newCursor(box.database.query).take(9);
    expect(batch?.records.map(({ key, headers }) => [key, headers.ce_traceparent])).toEqual([
      ['traced', traceparent],
      ['not sampled', undefined],
      ['older', undefined],
    ]);
  });
});

describe('OutboxSource, when its statements reach another database', () => {
  let copy: typeof box;
  let database: typeof box.database;

  beforeEach(async () => {
    copy = await newOutboxDatabase();
    ({ database } = box);
    here = await whereIs(database);
    await box.database.query(`truncate ${SCHEMA}.outbox restart identity`);
    await append('here');
    await copy.database.query(APPEND, ['there', 1]);
  });
  afterEach(() => copy.close());

  const newSwitchableCursor = () => newCursor((sql, parameters) => database.query(sql, parameters));
  const isThere = async (): Promise<boolean> =>
    (await copy.database.query(`select from ${SCHEMA}.outbox`)).length === 1;

  it('removes nothing from the other database, where the same row number belongs to another fact', async () => {
    const batch = await newSwitchableCursor().take(100);
    ({ database } = copy);
    await expect(batch!.published(new Map())).rejects.toThrow(AnotherDatabaseError);
    expect(await isThere()).toBe(true);
  });

  it('refuses a take, even if the outbox is empty', async () => {
    const cursor = newSwitchableCursor();
    ({ database } = copy);
    await expect(cursor.take(100)).rejects.toThrow(AnotherDatabaseError);
    await copy.database.query(`delete from ${SCHEMA}.outbox`);
    await expect(cursor.take(100)).rejects.toThrow(AnotherDatabaseError);
  });

  it('refuses a take from a table that a restore has replaced', async () => {
    here = await whereIs(copy.database);
    ({ database } = copy);
    const cursor = newSwitchableCursor();
    expect(await cursor.take(100)).toBeDefined();
    for (const step of [
      `create table ${SCHEMA}.restored (like ${SCHEMA}.outbox)`,
      `drop table ${SCHEMA}.outbox`,
      `alter table ${SCHEMA}.restored rename to outbox`,
    ]) {
      await copy.database.query(step);
    }
    await expect(cursor.take(100)).rejects.toThrow(AnotherDatabaseError);
  });
});
