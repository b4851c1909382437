import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startEmbeddedPostgres } from '@lethe/local-services';
import { startOnce, testRunId } from './test-run.js';

/** Settings without durability, because the data is not needed after a crash. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};

/**
 * Returns the PostgreSQL server that all tests of a run share. Without `LETHE_TEST_DATABASE_URL`,
 * the first caller starts a server, which is ended at the end of the run.
 *
 * @returns connection string of a superuser
 */
export async function testPostgresUrl(): Promise<string> {
  const given = process.env.LETHE_TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return given;
  const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, settings: SETTINGS });
  return startOnce('postgres', start, ({ url }) => url);
}

export interface TestDatabase {
  readonly url: string;
  /** Ends all connections to the database, and removes it. */
  drop(): Promise<void>;
}

/**
 * Creates a database on the shared server.
 *
 * @param options.template name from `templateFor`. A copy of the template takes 50 ms, which is
 * much less than the migrations
 */
export async function createTestDatabase(
  options: { readonly template?: string } = {},
): Promise<TestDatabase> {
  const server = await testPostgresUrl();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = options.template === undefined ? '' : ` template ${quote(options.template)}`;
  await onServer(server, (client) => client.query(`create database ${quote(name)}${template}`));
  return {
    url: databaseUrl(server, name),
    drop: async () => {
      await onServer(server, (client) => client.query(`drop database ${quote(name)} with (force)`));
    },
  };
}

/**
 * Returns the name of a template database, which is created only once in a test run.
 *
 * @param name name of the content; callers with the same name must need the same content
 * @param migrate fills the empty database at the URL, and closes all its connections
 */
export async function templateFor(
  name: string,
  migrate: (url: string) => Promise<void>,
): Promise<string> {
  const server = await testPostgresUrl();
  const template = `template_${name}_${testRunId()}`;
  const partial = `${template}_partial`;
  await onServer(server, async (client) => {
    // The lock belongs to the session, so that it is released if the worker dies.
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const found = await client.query('select from pg_database where datname = $1', [template]);
    if (found.rowCount !== 0) return;
    await client.query(`drop database if exists ${quote(partial)} with (force)`);
    await client.query(`create database ${quote(partial)}`);
    await migrate(databaseUrl(server, partial));
    // The database gets its final name only when it is complete.
    await client.query(`alter database ${quote(partial)} rename to ${quote(template)}`);
  });
  return template;
}

function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

function quote(identifier: string): string {
  return pg.escapeIdentifier(identifier);
}

async function onServer<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl(server, 'postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
