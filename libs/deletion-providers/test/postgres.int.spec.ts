import type { JsonObject } from '@lethe/contracts';
import { LeaseEndedError } from '@lethe/destinations';
import { createGuardedDialer } from '@lethe/egress';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@lethe/local-services';
import { CertificateAuthority, useTestDatabase, waitFor } from '@lethe/testing';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createPostgresDeletion } from '../src/postgres/create-postgres-deletion.js';
import { deletionInput, numbered } from './deletion-input.js';
import { startHostileServer } from './hostile-server.js';

const dialer = createGuardedDialer({ allow: ['127.0.0.1'] });
const provider = createPostgresDeletion({ dialer });
const matching = (text: string | RegExp) => expect.stringMatching(text) as string;

const BACKENDS = `select from pg_stat_activity where application_name = 'lethe' and datname = $1`;

describe('the PostgreSQL deletion', () => {
  let admin: pg.Client;
  afterAll(() => admin.end()); // before the database is dropped
  const database = useTestDatabase();
  let config: JsonObject;

  const sql = (text: string, values: unknown[] = []) => admin.query(text, values);
  const remove = (tables: [string, string][], ids: readonly string[], more: JsonObject = {}) =>
    provider.delete(
      deletionInput(
        {
          ...config,
          deletionTables: tables.map(([table, userIdColumn]) => ({ table, userIdColumn })),
          ...more,
        },
        ids,
      ),
    );
  const waitForNoConnection = () =>
    waitFor(async () => (await sql(BACKENDS, [config.database])).rowCount === 0, {
      message: 'the server to have no connection of ours',
    });
  const idsIn = async (table: string, column = 'id') =>
    (await sql(`select ${column}::text as id from ${table} order by 1`)).rows.map(
      ({ id }: { id: string }) => id,
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
  });

  it('deletes the rows of the users in batches, and counts them', async () => {
    await sql('create table events (id text, n int)');
    await sql('create schema "Odd ""schema"');
    await sql('create table "Odd ""schema"."Per.son" ("User ""Id" varchar(50))');
    const ids = numbered(2_500);
    await sql(
      'insert into events select id, n from unnest($1::text[]) id, generate_series(1, 2) n',
      [[...ids, 'other']],
    );
    await sql('insert into "Odd ""schema"."Per.son" values ($1), ($2)', ['u1', 'U1']);
    const input = deletionInput(
      {
        ...config,
        deletionTables: [
          { table: 'events', userIdColumn: 'id' },
          { table: 'Odd "schema.Per.son', userIdColumn: 'User "Id' },
        ],
      },
      [...ids, "'; drop table events; --"],
    );
    expect(await provider.delete(input)).toEqual({
      status: 'complete',
      record: {
        method: 'DELETE of rows',
        counts: { users: 2_501, 'rows in public.events': 5_000, 'rows in Odd "schema.Per.son': 1 },
      },
    });
    expect(input.calls()).toBe(6); // deletes from two tables in three transactions
    expect(await idsIn('events')).toEqual(['other', 'other']);
    expect(await idsIn('"Odd ""schema"."Per.son"', '"User ""Id"')).toEqual(['U1']);
  });

  it('compares userIds as values of the column type, so that the index is used', async () => {
    const uuid = '0189f0c4-7d1e-7cc0-8000-00000000000a';
    await sql('create table by_uuid (id uuid primary key)');
    await sql('create table by_number (id bigint primary key)');
    await sql('insert into by_uuid values ($1), (gen_random_uuid())', [uuid]);
    await sql('insert into by_number select n from generate_series(1, 20000) n');
    const outcome = await remove(
      [
        ['by_uuid', 'id'],
        ['by_number', 'id'],
      ],
      [uuid, '7', '007', 'text'],
    );
    expect(outcome).toMatchObject({
      status: 'complete',
      record: {
        counts: { users: 4, 'rows in public.by_uuid': 1, 'rows in public.by_number': 1 },
        notes: [
          '3 of 4 userIds were not searched in public.by_uuid.id: the type of the column cannot hold them.',
          '3 of 4 userIds were not searched in public.by_number.id: the type of the column cannot hold them.',
        ],
      },
    });
    expect(await idsIn('by_number')).toHaveLength(19_999);
    await sql('analyze by_number');
    const plan = await sql('explain delete from by_number where id = any($1::text[]::bigint[])', [
      ['5'],
    ]);
    expect(JSON.stringify(plan.rows)).toContain('Index');
  });

  it('keeps rows that are equal to a userId only in the collation of the column', async () => {
    await sql(
      `create collation blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
    );
    await sql('create table people (id text collate blind)');
    await sql(`insert into people values ('ann'), ('ANN')`);
    const doubt = [
      {
        regulationId: 'regulation-0',
        together: true,
        reason: matching(/^doubtful: .*: 1 in public.people\./),
      },
    ];
    expect(await remove([['people', 'id']], ['ann'])).toMatchObject({
      status: 'complete',
      refused: doubt,
      record: { counts: { 'rows in public.people': 1, 'rows in doubt': 1 } },
    });
    expect(await idsIn('people')).toEqual(['ANN']);
  });

  it.each([
    // Each entry has the type, userIds to delete, stored values, values that remain, and the
    // positions of users with rows in doubt.
    [
      'numeric',
      ['1', '3.5', '8', '2e3', '7.10', '1e600'],
      ['1', '1.00', '3.5', '8', '2000', '7.1', '7.10'],
      ['1.00', '2000', '7.1'],
      [0, 3, 4],
    ],
    ['numeric(10,2)', ['7', '3.50'], ['7', '3.5', '9'], ['7.00', '9.00'], [0]],
    ['bigint', ['7.0', '8', '007', '9.5'], ['7', '8', '9'], ['7', '9'], [0]],
    ['char(8)', ['jane ', 'joe'], ['jane', 'joe', 'jo'], ['jane', 'jo'], [0]],
    ['citext', ['Jane', 'joe'], ['Jane', 'jane', 'joe'], ['jane'], [0]],
    [
      'uuid',
      ['0189F0C4-7D1E-7CC0-8000-00000000000A', '0189f0c4-7d1e-7cc0-8000-00000000000b'],
      ['0189f0c4-7d1e-7cc0-8000-00000000000a', '0189f0c4-7d1e-7cc0-8000-00000000000b'],
      ['0189f0c4-7d1e-7cc0-8000-00000000000a'],
      [0],
    ],
  ] as const)(
    'deletes rows of a %s column with exactly the text of a userId, and reports rows in doubt',
    async (type, ids, stored, remaining, doubted) => {
      await sql('create extension if not exists citext; drop table if exists alike');
      await sql(`create table alike (id ${type}); create index on alike (id)`);
      await sql(`insert into alike select id::${type} from unnest($1::text[]) id`, [stored]);
      const outcome = await remove([['alike', 'id']], ids);
      expect((await sql('select trim(id::text) as id from alike order by id::text')).rows).toEqual(
        remaining.map((id) => ({ id })),
      );
      expect(outcome).toMatchObject({
        status: 'complete',
        record: { counts: { 'rows in public.alike': stored.length - remaining.length } },
      });
      const { refused = [] } = outcome as { refused?: readonly { regulationId: string }[] };
      expect(refused.map(({ regulationId }) => regulationId)).toEqual(
        doubted.map((at) => `regulation-${at}`),
      );
    },
  );

  it('deletes the rows of all partitions, and counts each row once', async () => {
    await sql('create table log (id text, at int) partition by range (at)');
    await sql('create table log_1 partition of log for values from (0) to (10)');
    await sql('create table log_2 partition of log for values from (10) to (20)');
    await sql(`insert into log values ('a', 1), ('a', 11), ('b', 1)`);
    const first = await remove([['log', 'id']], ['a']);
    expect(first).toMatchObject({ record: { counts: { 'rows in public.log': 2 } } });
    const second = await remove([['log', 'id']], ['a']);
    expect(second).toMatchObject({ record: { counts: { 'rows in public.log': 0 } } });
  });

  it('rolls back the deletes of all tables if one table refuses, and explains why', async () => {
    await sql('create table owners (id text primary key)');
    await sql('create table things (owner text references owners)');
    await sql('create table notes (id text)');
    await sql(`insert into owners values ('a'), ('b')`);
    await sql(`insert into things values ('a')`);
    await sql(`insert into notes values ('a')`);
    const outcome = await remove(
      [
        ['notes', 'id'],
        ['owners', 'id'],
      ],
      ['a', 'b'],
    );
    expect(outcome).toMatchObject({
      status: 'refused',
      reason: matching(/public\.owners.*before/),
    });
    expect(await idsIn('notes')).toEqual(['a']);
    const ordered = await remove(
      [
        ['things', 'owner'],
        ['owners', 'id'],
      ],
      ['a'],
    );
    expect(ordered).toMatchObject({ status: 'complete' });
  });

  it('fails permanently if a trigger keeps the rows', async () => {
    await sql('create table kept (id text, gone bool)');
    await sql(`insert into kept values ('a', false)`);
    await sql(
      `create function keep() returns trigger language plpgsql as 'begin raise warning ''x''; return null; end'`,
    );
    await sql('create trigger keep before delete on kept for each row execute function keep()');
    expect(await remove([['kept', 'id']], ['a'])).toMatchObject({
      status: 'aborted',
      cause: 'configuration',
      reason: matching('still in public.kept'),
    });
  });

  it('deletes rows that are written during the deletion, but fails if the writes go on', async () => {
    await sql('create table busy_log (id text, left_over int)');
    await sql(
      `create function write_more() returns trigger language plpgsql as
       'begin if old.left_over > 0 then insert into busy_log values (old.id, old.left_over - 1); end if; return null; end'`,
    );
    await sql(
      'create trigger more after delete on busy_log for each row execute function write_more()',
    );
    await sql(`insert into busy_log values ('a', 2), ('b', 9)`);
    expect(await remove([['busy_log', 'id']], ['a'])).toMatchObject({
      status: 'complete',
      record: { counts: { 'rows in public.busy_log': 3 } },
    });
    expect(await remove([['busy_log', 'id']], ['b'])).toMatchObject({
      status: 'failed',
      reason: matching('written to public.busy_log'),
    });
    expect(await idsIn('busy_log')).toEqual(['b']);
  });

  it('names the permissions that the database user lacks', async () => {
    const user = `eraser_${String(config.database)}`;
    await sql(`create role ${user} login password 's3cret'`);
    await sql('create table guarded (id text)');
    await sql(`insert into guarded values ('a'), ('b')`);
    const as = { user, password: 's3cret' };
    try {
      expect(await remove([['guarded', 'id']], ['a'], as)).toMatchObject({
        status: 'aborted',
        cause: 'credentials',
        reason:
          'The database user lacks permissions on public.guarded: grant it SELECT and DELETE.',
      });
      await sql(`grant select, delete on guarded to ${user}`);
      await sql('alter table guarded enable row level security');
      await sql(`create policy own on guarded using (id = 'b')`);
      expect(await remove([['guarded', 'id']], ['a'], as)).toMatchObject({
        status: 'aborted',
        cause: 'credentials',
        reason: matching('row security'),
      });
      await sql(`alter role ${user} bypassrls`);
      expect(await remove([['guarded', 'id']], ['a'], as)).toMatchObject({ status: 'complete' });
      expect(await idsIn('guarded')).toEqual(['b']);
    } finally {
      await sql(`drop owned by ${user}`);
      await sql(`drop role ${user}`);
    }
  });

  it.each([
    [[['nothing', 'id']], {}, /The table nothing does not exist/],
    [[['events', 'nothing']], {}, /events has no column nothing/],
    [[['public.pg_class', 'oid']], {}, /The table public\.pg_class does not exist/],
    [[['seen', 'id']], {}, /public\.seen is a view/],
    [[['typed', 'id']], {}, /of type jsonb/],
    [[['events', '']], {}, /deletionTables must have at most 100 elements, each with a table/],
    [[['events', 'id']], { database: 'not_there' }, /check database/],
    [[['events', 'id']], { sslMode: 'require' }, /does not support TLS/],
    [[['events', 'id']], { sslMode: 'odd' }, /sslMode must be/],
    [[['events', 'id']], { host: '10.0.0.1' }, /a private address/],
    [[], {}, /deletionTables is missing/],
  ] as [[string, string][], JsonObject, RegExp][])(
    'rejects the tables %j with the settings %j',
    async (tables, more, reason) => {
      await sql('create or replace view seen as select 1::text as id');
      await sql('create table if not exists typed (id jsonb)');
      expect(await remove(tables, ['a'], more)).toMatchObject({
        status: 'aborted',
        cause: 'configuration',
        reason: matching(reason),
      });
    },
  );

  it.each([
    ['a table', 'lock table held in access exclusive mode'],
    ['a row', 'select from held for update'],
  ])('is postponed if another client has locked %s', async (_, lock) => {
    await sql('drop table if exists held');
    await sql('create table held (id text)');
    await sql(`insert into held values ('a')`);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('begin');
    await other.query(lock);
    const impatient = createPostgresDeletion({
      dialer,
      limits: { statementMs: 600_000, lockMs: 100 },
    });
    const input = deletionInput(
      { ...config, deletionTables: [{ table: 'held', userIdColumn: 'id' }] },
      ['a'],
    );
    expect(await impatient.delete(input)).toEqual({
      status: 'delayed',
      cause: 'conflict',
      reason: 'Another transaction locks or changes the rows on public.held.',
    });
    await waitForNoConnection();
    await other.end();
    expect(await impatient.delete(input)).toMatchObject({ status: 'complete' });
  });

  it('fails if a delete takes too long, and leaves no connection open', async () => {
    await sql('create table slow (id text)');
    await sql(`insert into slow values ('a')`);
    await sql(
      `create function sleep() returns trigger language plpgsql as
       'begin perform pg_sleep(600); return old; end'`,
    );
    await sql('create trigger slow before delete on slow for each row execute function sleep()');
    const impatient = createPostgresDeletion({
      dialer,
      limits: { statementMs: 500, lockMs: 30_000 },
    });
    const input = deletionInput(
      { ...config, deletionTables: [{ table: 'slow', userIdColumn: 'id' }] },
      ['a'],
    );
    expect(await impatient.delete(input)).toEqual({
      status: 'failed',
      reason: matching('A delete on public.slow took more than ten minutes'),
    });
    await waitForNoConnection();
    expect(await idsIn('slow')).toEqual(['a']);
  });

  it('cancels a delete on the server when the lease ends', async () => {
    await sql('create table busy (id text)');
    await sql(`insert into busy values ('a')`);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('begin');
    await other.query('select from busy for update');
    const stop = new AbortController();
    const input = deletionInput(
      { ...config, deletionTables: [{ table: 'busy', userIdColumn: 'id' }] },
      ['a'],
      { signal: stop.signal },
    );
    const deleted = expect(provider.delete(input)).rejects.toThrow(LeaseEndedError);
    await waitFor(
      async () =>
        (await sql(`${BACKENDS} and wait_event_type = 'Lock'`, [config.database])).rowCount === 1,
      { message: 'the delete to wait for the row' },
    );
    stop.abort();
    await deleted;
    await waitForNoConnection();
    await other.end();
    expect(await idsIn('busy')).toEqual(['a']);
  });
});

describe('the PostgreSQL deletion with TLS and a password', () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let config: JsonObject;
  let serverCA: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-postgres-'));
    const ca = CertificateAuthority.create(folder);
    serverCA = readFileSync(ca.cert, 'utf8');
    server = await startEmbeddedPostgres({
      dataDir: join(folder, 'data'),
      tls: ca.issue('postgres', { names: ['db.example'] }),
      settings: { fsync: 'off' },
    });
    const url = new URL(server.url);
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await admin.query('create table users (id text)');
    await admin.end();
    config = {
      host: url.hostname,
      port: url.port,
      database: url.pathname.slice(1),
      user: url.username,
      password: decodeURIComponent(url.password),
      deletionTables: [{ table: 'users', userIdColumn: 'id' }],
    };
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['require', {}, 'complete'],
    ['verify-ca', { ca: true }, 'complete'],
    ['verify-ca', {}, 'failed'],
    ['verify-full', { ca: true }, 'failed'],
    ['verify-full', { ca: true, serverName: 'db.example' }, 'complete'],
  ] as const)(
    'with sslMode %s and %j is %s',
    async (sslMode, { ca, ...more }: { ca?: true }, status) => {
      const input = deletionInput(
        { ...config, ...more, sslMode, ...(ca === true ? { serverCA } : {}) },
        ['a'],
      );
      expect(await provider.delete(input)).toMatchObject({ status });
    },
  );

  it.each([{ password: 'wrong' }, { password: '' }, { user: 'nobody' }])(
    'reports a refused login with %j',
    async (more) => {
      expect(await provider.delete(deletionInput({ ...config, ...more }, ['a']))).toMatchObject({
        status: 'aborted',
        cause: 'credentials',
      });
    },
  );
});

describe('the PostgreSQL deletion at a hostile server', () => {
  const authentication = (kind: number, body = '') => {
    const head = Buffer.alloc(9);
    head.write('R');
    head.writeInt32BE(8 + body.length, 1);
    head.writeInt32BE(kind, 5);
    return Buffer.concat([head, Buffer.from(body)]);
  };
  const endless = Buffer.alloc(5);
  endless.write('D');
  endless.writeInt32BE(2_000_000_000, 1);

  it.each([
    ['asks for very slow logins', () => authentication(10, 'SCRAM-SHA-256\0\0'), 'failed'],
    ['speaks HTTP', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), undefined],
    ['sends an endless answer', () => Buffer.concat([endless, Buffer.alloc(20_000_000)]), 'failed'],
    ['closes at once', () => undefined, 'delayed'],
  ] as [string, () => Buffer | undefined, string | undefined][])(
    'closes the connection of a server that %s',
    async (_, answer, status) => {
      const server = await startHostileServer((socket) => {
        socket.on('data', (chunk: Buffer) => {
          const nonce = /r=([^,]+)/.exec(chunk.toString())?.[1];
          const bytes =
            nonce === undefined
              ? answer()
              : authentication(11, `r=${nonce}x,s=c2FsdA==,i=2000000000`);
          if (bytes === undefined) socket.end();
          else socket.write(bytes);
          if (status === undefined) socket.end();
        });
      });
      const outcome = await provider.delete(
        deletionInput(
          {
            host: '127.0.0.1',
            port: server.port,
            database: 'd',
            user: 'u',
            password: 'p',
            sslMode: 'disable',
            deletionTables: [{ table: 'users', userIdColumn: 'id' }],
          },
          ['a'],
        ),
      );
      expect(['failed', 'delayed']).toContain(outcome.status);
      if (status !== undefined) expect(outcome.status).toBe(status);
      await waitFor(() => server.open() === 0, { message: 'the connections to end' });
      await server.close();
    },
  );
});
