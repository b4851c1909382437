// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- spawnApp is in @lethe/testing, which depends on @lethe/local-services, and it cannot run a process as a different account
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { LocalServiceError, startEmbeddedPostgres, type EmbeddedPostgres } from '../src/index.js';
import type { EmbeddedPostgresOptions } from '../src/embedded-postgres.js';

describe('startEmbeddedPostgres', () => {
  const root = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  const started: EmbeddedPostgres[] = [];
  chmodSync(root, 0o755);
  afterEach(() => Promise.all(started.splice(0).map((server) => server.stop())));
  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  /** Disables fsync unless a test sets other settings. */
  async function start(
    folder: string,
    options: Partial<EmbeddedPostgresOptions> = {},
  ): Promise<EmbeddedPostgres> {
    const settings = { fsync: 'off' };
    const server = await startEmbeddedPostgres({
      dataDir: join(root, folder),
      settings,
      ...options,
    });
    started.push(server);
    return server;
  }

  async function query(url: string, sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.flat();
    } finally {
      await client.end();
    }
  }

  it('starts a durable server that listens only on 127.0.0.1', async () => {
    const { url } = await start('durable', { database: 'town', settings: {} });
    const settings = ['listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes'];
    const shown = settings.map((name) => `current_setting('${name}')`).join();
    await expect(query(url, `select ${shown}`)).resolves.toEqual(['127.0.0.1', 'on', 'on', 'on']);
    const facts = 'current_database(), getdatabaseencoding(), datcollate';
    const sql = `select ${facts} from pg_database where datname = current_database()`;
    await expect(query(url, sql)).resolves.toEqual(['town', 'UTF8', 'C']);
  });

  it('keeps the data after a restart, and can use the same port again', async () => {
    const first = await start('kept');
    await query(first.url, 'create table t as select 7 as n');
    await Promise.all([first.stop(), first.stop()]);
    const second = await start('kept', { port: first.port });
    expect(second.url).toBe(first.url);
    await expect(query(second.url, 'select n from t')).resolves.toEqual([7]);
  });

  it('leaves no process after a stop, and no files if it is not persistent', async () => {
    const server = await start('gone', { persistent: false });
    await server.stop();
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH');
    expect(readdirSync(join(root, 'gone'))).toEqual([]);
  });

  it('loses no committed row on kill -9', async () => {
    const settings = {};
    const first = await start('killed', { settings });
    await query(first.url, 'create table t as select 7 as n');
    await first.kill();
    const second = await start('killed', { settings });
    await expect(query(second.url, 'select n from t')).resolves.toEqual([7]);
  });

  it('ends a server that still runs because its parent process was killed', async () => {
    const orphan = await start('orphan');
    await query(orphan.url, 'create table t as select 7 as n');
    const ended = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(join(root, 'orphan', 'owner.pid'), String(ended.pid));

    const server = await start('orphan');
    await expect(query(server.url, 'select n from t')).resolves.toEqual([7]);
    expect(() => process.kill(orphan.pid, 0)).toThrow('ESRCH');
  });

  it('does not end an unrelated process that has the id of an earlier server', async () => {
    const first = await start('other');
    await first.kill();
    const data = join(root, 'other', 'data');
    const pidFile = join(data, 'postmaster.pid');
    // The process runs as the account of PostgreSQL, because PostgreSQL checks only such processes.
    const { uid, gid } = statSync(data);
    const account = process.getuid?.() === 0 ? { uid, gid } : {};
    const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], account);
    try {
      const rest = readFileSync(pidFile, 'utf8').split('\n').slice(1);
      writeFileSync(pidFile, [other.pid, ...rest].join('\n'));
      const second = await start('other');
      expect(second.pid).not.toBe(first.pid);
    } finally {
      other.kill();
    }
  });

  it('creates the data folder again if its creation was interrupted', async () => {
    const folder = join(root, 'cut');
    mkdirSync(join(folder, 'data.partial-abc', 'data'), { recursive: true });
    const { url } = await start('cut');
    await expect(query(url, 'select 1')).resolves.toEqual([1]);
    expect(readdirSync(folder).filter((name) => name.startsWith('data.partial'))).toEqual([]);
  });

  it('stores its password in a private file, and logs no values of statements', async () => {
    const { url } = await start('quiet');
    await expect(query(url, `select 'jane@example.com'::uuid`)).rejects.toThrow('invalid input');
    await query(url, 'create table u (name text unique)');
    const twice = `insert into u values ('jane@example.com'), ('jane@example.com')`;
    await expect(query(url, twice)).rejects.toMatchObject({ code: '23505' });
    const log = readFileSync(join(root, 'quiet', 'postgres.log'), 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('jane');
    expect(statSync(join(root, 'quiet', 'password')).mode & 0o777).toBe(0o600);
    const guess = new URL(url);
    guess.password = 'wrong';
    await expect(query(guess.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  describe('reports in one line', () => {
    async function failure(
      folder: string,
      options: Partial<EmbeddedPostgresOptions> = {},
    ): Promise<string> {
      const error = await start(folder, options).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(LocalServiceError);
      const { message } = error as LocalServiceError;
      expect(message).not.toContain('\n');
      return message;
    }

    it('that the folder is in use', async () => {
      await start('used');
      await expect(failure('used')).resolves.toMatch(/used is in use by process \d+/);
    });

    it('that the port is in use', async () => {
      const { port } = await start('busy');
      await expect(failure('late', { port })).resolves.toMatch(`Port ${String(port)} is in use`);
    });

    it('that it cannot write to the folder', async () => {
      writeFileSync(join(root, 'file'), '');
      await expect(failure('file/data')).resolves.toMatch(/Cannot write to .*file\/data/);
    });

    it('that the data is of a different version', async () => {
      const server = await start('old');
      await server.stop();
      writeFileSync(join(root, 'old', 'data', 'PG_VERSION'), '15\n');
      await expect(failure('old')).resolves.toMatch(
        /written by PostgreSQL 15, but this is PostgreSQL 18/,
      );
    });

    it('the error of a server that did not start', async () => {
      const settings = { fsync: 'off', shared_buffers: 'plenty' };
      await expect(failure('odd', { settings })).resolves.toMatch(/shared_buffers.*postgres\.log/);
    });
  });

  const asRoot = process.getuid?.() === 0 ? it : it.skip;
  asRoot('stores the data elsewhere if PostgreSQL cannot enter the folder', async () => {
    const closed = join(root, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const first = await start('closed/data');
    await first.stop();
    const replacement = readFileSync(join(closed, 'data', 'kept-in'), 'utf8').trim();
    expect(existsSync(join(replacement, 'data', 'PG_VERSION'))).toBe(true);
    const second = await start('closed/data');
    await second.stop();
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
    rmSync(replacement, { recursive: true });
  });
});
