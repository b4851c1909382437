import type { JsonObject } from '@lethe/contracts';
import type { DeletionOutcome } from '@lethe/destinations';
import { createGuardedDialer } from '@lethe/egress';
import { useTestDatabase } from '@lethe/testing';
import pg from 'pg';
import { createPostgresDeletion } from '../src/postgres/create-postgres-deletion.js';
import { deletionInput } from './deletion-input.js';

const dialer = createGuardedDialer({ allow: ['127.0.0.1'] });
const limits = { statementMs: 1_000, lockMs: 300 };
const provider = createPostgresDeletion({ dialer, limits });
const matching = (text: RegExp) => expect.stringMatching(text) as string;

const kindOf = (outcome: DeletionOutcome) =>
  'cause' in outcome ? [outcome.status, outcome.cause] : [outcome.status];

describe('the PostgreSQL deletion with problems of single users', () => {
  let admin: pg.Client;
  let latin: pg.Client;
  afterAll(async () => {
    await Promise.all([admin.end(), latin.end()]);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`drop database "${String(latinConfig.database)}"`);
    await client.end();
  });
  const database = useTestDatabase();
  let config: JsonObject;
  let latinConfig: JsonObject;

  const sql = (text: string) => admin.query(text);
  const remove = (table: string, ids: readonly string[], from: JsonObject = config) =>
    provider.delete(
      deletionInput({ ...from, deletionTables: [{ table, userIdColumn: 'id' }] }, ids),
    );
  const trigger = (table: string, when: string, body: string) =>
    sql(
      `create or replace function ${table}_f() returns trigger language plpgsql as $$begin ${body} return old; end$$;
       create trigger t before delete on ${table} for each ${when} execute function ${table}_f()`,
    );

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
    latinConfig = { ...config, database: `${url.pathname.slice(1)}_latin1` };
    await sql(
      `create database "${String(latinConfig.database)}" template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`,
    );
    url.pathname = `/${String(latinConfig.database)}`;
    latin = new pg.Client({ connectionString: url.href });
    await latin.connect();
  });

  it('skips userIds that the encoding of the database cannot store', async () => {
    await latin.query(`create table people (id text)`);
    await latin.query(`insert into people values ('ann'), ('jörg'), ('other')`);
    expect(await remove('people', ['ann', 'jörg', '☃', 'Ω mega'], latinConfig)).toEqual({
      status: 'complete',
      record: {
        method: 'DELETE of rows',
        counts: { users: 4, 'rows in public.people': 2 },
        notes: [
          '2 of 4 userIds cannot be in the database: its encoding lacks some of their characters.',
        ],
      },
    });
    expect(await remove('people', ['☃'], latinConfig)).toMatchObject({ status: 'complete' });
    expect((await latin.query('select id from people')).rows).toEqual([{ id: 'other' }]);
  });

  it.each([
    // An error of a trigger concerns one row, even if its code has another meaning in other errors.
    ...['28000', '42501', '25006', '42P01', '3D000', '22012', '22P05', 'ZZ999'].map(
      (code) => [code, ['refused']] as const,
    ),
    ...['08006', '08P01', '53100', '53300', '57P01', '58030', 'XX000', '57014'].map(
      (code) => [code, ['failed']] as const,
    ),
    ...['55P03', '40P01', '40001'].map((code) => [code, ['delayed', 'conflict']] as const),
  ])('splits the users if a trigger raises %s for a row', async (code, alone) => {
    const table = `raises_${code.toLowerCase()}`;
    await sql(`create table ${table} (id text)`);
    await sql(`insert into ${table} values ('a'), ('b'), ('c')`);
    await trigger(
      table,
      'row',
      `if old.id = 'b' then raise exception 'secret' using errcode = '${code}'; end if;`,
    );
    const together = await remove(table, ['a', 'b', 'c']);
    expect(kindOf(together)).toEqual(['refused']);
    expect(together).toMatchObject({ reason: matching(new RegExp(`public\\.${table}`)) });
    expect(JSON.stringify(together)).not.toContain('secret');
    expect(kindOf(await remove(table, ['b']))).toEqual(alone);
    expect(await remove(table, ['a', 'c'])).toMatchObject({
      status: 'complete',
      record: { counts: { [`rows in public.${table}`]: 2 } },
    });
  });

  it('splits the users if a deferred constraint fails at the commit', async () => {
    await sql('create table deferred (id text)');
    await sql(`insert into deferred values ('a'), ('b')`);
    await sql(
      `create function late() returns trigger language plpgsql as
         $$begin if old.id = 'b' then raise exception 'x' using errcode = '57P01'; end if; return old; end$$;
       create constraint trigger late after delete on deferred deferrable initially deferred
         for each row execute function late()`,
    );
    expect(kindOf(await remove('deferred', ['a', 'b']))).toEqual(['refused']);
    expect(kindOf(await remove('deferred', ['b']))).toEqual(['failed']);
    expect(await remove('deferred', ['a'])).toMatchObject({ status: 'complete' });
  });

  it('splits the users if a trigger keeps rows, writes rows again, or takes too long', async () => {
    for (const [table, body, alone] of [
      ['keeps', `if old.id = 'b' then return null; end if;`, ['aborted', 'configuration']],
      ['writes', `if old.id = 'b' then insert into writes values ('b'); end if;`, ['failed']],
      ['sleeps', `if old.id = 'b' then perform pg_sleep(60); end if;`, ['failed']],
    ] as const) {
      await sql(`create table ${table} (id text)`);
      await sql(`insert into ${table} values ('a'), ('b')`);
      await trigger(table, 'row', body);
      expect([table, kindOf(await remove(table, ['a', 'b']))]).toEqual([table, ['refused']]);
      expect([table, kindOf(await remove(table, ['b']))]).toEqual([table, alone]);
      expect(await remove(table, ['a'])).toMatchObject({ status: 'complete' });
    }
  });

  it('does not split the users if a problem concerns all users', async () => {
    await sql('create table everyone (id text)');
    await sql(`insert into everyone values ('a'), ('b')`);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('begin; lock table everyone in access exclusive mode');
    expect(kindOf(await remove('everyone', ['a', 'b']))).toEqual(['delayed', 'conflict']);
    await other.end();
    await trigger('everyone', 'statement', `raise exception 'x' using errcode = '25006';`);
    expect(kindOf(await remove('everyone', ['a', 'b']))).toEqual(['failed']);
    await sql('drop trigger t on everyone');
    await sql(`alter database "${String(config.database)}" set default_transaction_read_only = on`);
    expect(await remove('everyone', ['a', 'b'])).toMatchObject({
      status: 'failed',
      reason: matching(/primary/),
    });
    await sql(`alter database "${String(config.database)}" reset default_transaction_read_only`);
    await trigger(
      'everyone',
      'row',
      'perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1);',
    );
    expect(kindOf(await remove('everyone', ['a', 'b']))).toEqual(['delayed', 'outage']);
  });

  it('notes that no rows matched', async () => {
    await sql('create table empty (id text)');
    expect(await remove('empty', ['a'])).toMatchObject({
      status: 'complete',
      record: {
        counts: { 'rows in public.empty': 0 },
        notes: [matching(/^No rows matched/)],
      },
    });
  });

  it('includes in its counts the rows that an earlier attempt deleted', async () => {
    await sql('create table counted (id text)');
    await sql('create table refusing (id text)');
    await sql(`insert into counted select 'u' || n from generate_series(1, 1500) n`);
    await sql(`insert into refusing values ('u1500')`);
    await trigger('refusing', 'row', `raise exception 'x' using errcode = '40001';`);
    const ids = Array.from({ length: 1_500 }, (_, n) => `u${String(n + 1)}`);
    const tables = ['counted', 'refusing'].map((table) => ({ table, userIdColumn: 'id' }));
    let progress: JsonObject | undefined;
    const saveProgress = (saved: JsonObject) => {
      progress = saved;
    };
    const given = { ...config, deletionTables: tables };
    await provider.delete(deletionInput(given, ids, { saveProgress }));
    await sql('drop trigger t on refusing');
    const saved = progress === undefined ? {} : { progress };
    expect(await provider.delete(deletionInput(given, ids, saved))).toMatchObject({
      record: {
        counts: { users: 1_500, 'rows in public.counted': 1_500, 'rows in public.refusing': 1 },
      },
    });
    const others = deletionInput(given, ['u1', 'u2'], saved);
    expect(await provider.delete(others)).toMatchObject({
      record: { counts: { 'rows in public.counted': 0 } },
    });
  });
});
