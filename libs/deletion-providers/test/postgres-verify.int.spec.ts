import type { JsonObject } from '@lethe/contracts';
import { createGuardedDialer } from '@lethe/egress';
import { useTestDatabase } from '@lethe/testing';
import pg from 'pg';
import { createPostgresDeletion } from '../src/postgres/create-postgres-deletion.js';
import { deletionInput, numbered } from './deletion-input.js';

const dialer = createGuardedDialer({ allow: ['127.0.0.1'] });
const provider = createPostgresDeletion({ dialer });

describe('the verification at PostgreSQL', () => {
  let admin: pg.Client;
  afterAll(() => admin.end()); // before the database is dropped
  const database = useTestDatabase();
  let config: JsonObject;
  const sql = (text: string, values: unknown[] = []) => admin.query(text, values);
  const input = (ids: readonly string[], ...tables: [string, string][]) =>
    deletionInput(
      {
        ...config,
        deletionTables: tables.map(([table, userIdColumn]) => ({ table, userIdColumn })),
      },
      ids,
    );
  const verify = (given: ReturnType<typeof input>) => provider.verify!(given);
  /** Number of rows that were written in the database, as the server counts them. */
  const written = async () => {
    await sql('select pg_stat_force_next_flush()');
    const { rows } = await sql(
      `select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_user_tables`,
    );
    return (rows[0] as { rows: number }).rows;
  };

  beforeAll(async () => {
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    const url = new URL(database.url);
    config = {
      host: url.hostname,
      port: url.port,
      database: url.pathname.slice(1),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      sslMode: 'disable',
    };
    await sql('create table people (id text)');
    await sql('create table visits (person int)');
  });
  beforeEach(() => sql('truncate people, visits'));

  it('finds one row that was put back, in 20 of 20 rounds, and writes nothing', async () => {
    const ids = numbered(20, '1');
    for (const [index, id] of ids.entries()) {
      await sql('insert into people select unnest($1::text[])', [ids]);
      const given = input(ids, ['people', 'id'], ['visits', 'person']);
      expect((await provider.delete(given)).status).toBe('complete');
      expect(await verify(given)).toEqual({
        status: 'verified',
        record: {
          method: 'SELECT count(*) of rows',
          counts: { users: 20, 'rows in public.people': 0, 'rows in public.visits': 0 },
        },
      });
      await sql('insert into visits values ($1)', [id]);
      const before = await written();
      expect(await verify(given)).toMatchObject({
        status: 'verified',
        record: { counts: { 'rows in public.people': 0, 'rows in public.visits': 1 } },
        found: [{ regulationId: `regulation-${index}`, count: 1 }],
      });
      expect(await written()).toBe(before);
      await sql('truncate visits');
    }
  });

  it('counts the rows of each user, in batches, and gives equal users the same count', async () => {
    const ids = numbered(2_500);
    await sql('insert into people select unnest($1::text[])', [['u1', 'u1', 'u2400', 'U1']]);
    const given = input([...ids, 'u1'], ['people', 'id']);
    expect(await verify(given)).toMatchObject({
      record: { counts: { users: 2_500, 'rows in public.people': 3 } },
      found: [
        { regulationId: 'regulation-1', count: 2 },
        { regulationId: 'regulation-2400', count: 1 },
        { regulationId: 'regulation-2500', count: 2 },
      ],
    });
    expect(given.calls()).toBe(3);
  });

  it('reports users with rows in doubt, and the others as absent', async () => {
    await sql('create table numbers (id numeric)');
    await sql('insert into numbers values (7.00)');
    const outcome = await verify(input(['7', '8'], ['numbers', 'id']));
    expect(outcome).toMatchObject({
      ...{ status: 'verified', doubtful: ['regulation-0'] },
      record: { counts: { 'rows in doubt': 1, 'rows in public.numbers': 0 } },
      reason: expect.stringMatching(/^doubtful: .* then verify again\.$/) as string,
    });
    expect(outcome).not.toHaveProperty('found');
  });

  it('needs no permission but SELECT, and the server refuses every write of its transactions', async () => {
    await sql(`create role reader login password 'secret'`);
    await sql('grant select on people to reader');
    await sql(`create function write_all(text) returns text language plpgsql as $$
      begin insert into people values ('x'); return $1; end $$`);
    await sql('create view trap as select write_all(id) as id from people');
    await sql(`insert into people values ('a')`);
    const given = input(['a'], ['people', 'id']);
    const asReader = { ...given, config: { ...given.config, user: 'reader', password: 'secret' } };
    expect(await verify(asReader)).toMatchObject({ found: [{ count: 1 }] });
    expect((await provider.delete(asReader)).status).toBe('aborted');
    // A policy is code of the database that runs with the query.
    await sql('alter table people enable row level security, force row level security');
    await sql(`create policy p on people using (write_all(id) = id)`);
    const hidden = await verify(asReader);
    expect(hidden.status).not.toBe('verified');
    expect((await sql('select from people')).rowCount).toBe(1);
    await sql('alter table people disable row level security');
    await sql('revoke select on people from reader');
    expect(await verify(asReader)).toEqual({
      status: 'cannot_be_checked',
      reason: expect.stringContaining('grant it SELECT.') as string,
    });
    await sql('drop view trap; drop policy p on people; drop role reader');
  });

  it('keeps the rows that it found if a later table cannot be read', async () => {
    await sql(`insert into people values ('a')`);
    await sql('begin');
    await sql('lock table visits in access exclusive mode');
    const limits = { statementMs: 5_000, lockMs: 100 };
    const impatient = createPostgresDeletion({ dialer, limits });
    const given = input(['a', '7'], ['people', 'id'], ['visits', 'person']);
    const outcome = await impatient.verify!(given);
    await sql('rollback');
    expect(outcome).toMatchObject({
      ...{ status: 'verified', found: [{ regulationId: 'regulation-0', count: 1 }] },
      unanswered: [
        { regulationIds: ['regulation-1'], outcome: { status: 'delayed', cause: 'conflict' } },
      ],
      record: { counts: { 'rows in public.people': 1 } },
    });
  });

  it('says why it cannot check, and delays if the server does not answer', async () => {
    expect(await verify(input(['a'], ['gone', 'id']))).toMatchObject({
      ...{
        status: 'cannot_be_checked',
        reason: expect.stringContaining('does not exist') as string,
      },
    });
    const given = input(['a'], ['people', 'id']);
    expect(await verify({ ...given, config: { ...given.config, port: '1' } })).toMatchObject({
      ...{ status: 'delayed', cause: 'outage' },
    });
  });
});
