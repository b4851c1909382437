import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, spawnApp, type SpawnedApp, type TestDatabase } from '@lethe/testing';
import pg from 'pg';
import { mainOf } from './support/main-of.js';
import { makeOlder, type Older } from './support/older-database.js';

const BOTH: Older = { catalog: 13, regulation: 26 };
const ONLY_REGULATION: Older = { regulation: 26 };
const SECRET = Buffer.alloc(32).toString('base64');

async function contentsOf(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query(`
    select n.nspname || '.' || c.relname as name, c.relkind,
           case when c.relkind = 'r' then query_to_xml(format('table %I.%I', n.nspname, c.relname), true, true, '')::text end as rows
      from pg_namespace n left join pg_class c on c.relnamespace = n.oid
     where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`);
  return rows;
}

describe('a database of an older checkout', () => {
  const started: SpawnedApp[] = [];
  const opened: { readonly database: TestDatabase; readonly client: pg.Client }[] = [];
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-older-'));
  });
  afterAll(async () => {
    await Promise.all(started.map((app) => app.stop()));
    for (const { client, database } of opened) {
      await client.end();
      await database.drop();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(older: Older) {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    opened.push({ database, client });
    await makeOlder(client, older);
    return { url: database.url, client };
  }

  function start(url: string, [app, ...args]: readonly string[], env: Record<string, string> = {}) {
    const one = spawnApp({
      args: [mainOf(app!), ...args],
      env: {
        DATABASE_URL: url,
        KAFKA_BROKERS: '127.0.0.1:1',
        HOST: '127.0.0.1',
        PORT: '0',
        LETHE_DATA_DIR: folder,
        LETHE_SECRET_KEY: SECRET,
        LETHE_REGULATION_LISTEN: '127.0.0.1:0',
        LETHE_REGULATION_ADDRESS: '127.0.0.1:1',
        LETHE_RPC_SECRET: SECRET,
        ...env,
      },
    });
    started.push(one);
    return one;
  }

  async function expectRefusal(app: SpawnedApp, schema: string): Promise<void> {
    expect(await app.exited).toMatchObject({ code: 1 });
    const line = `The database schema "${schema}" is too old to migrate`;
    const said = app.stderr.filter((text) => text.includes(line));
    expect(said).toEqual([
      expect.stringMatching(
        /Nothing was changed\. Export .* empty database\. .*docs\/upgrading\.md/,
      ),
    ]);
  }

  it('is refused by every process, and stays unchanged', async () => {
    const { url, client } = await open(BOTH);
    const before = await contentsOf(client);
    const check = { LETHE_MIGRATE_ON_START: 'false' };
    const apps = [
      start(url, ['gateway']),
      start(url, ['gateway'], check),
      start(url, ['regulation']),
      start(url, ['regulation'], check),
      start(url, ['test-runner']),
      start(url, ['deletion-worker']),
      start(url, ['standalone']),
      start(url, ['cli', 'token', 'list', '--workspace', 'ws']),
    ];
    for (const app of apps) await expectRefusal(app, 'catalog');
    expect(await contentsOf(client)).toEqual(before);
  });

  it.each<[string, Older, 'catalog' | 'regulation']>([
    ['both schemas', BOTH, 'catalog'],
    ['the catalog alone, after its first migration', { catalog: 1 }, 'catalog'],
    ['the regulations alone', ONLY_REGULATION, 'regulation'],
    ['the regulations half-way', { regulation: 9 }, 'regulation'],
  ])('is not migrated if it has %s, and stays unchanged', async (_, older, schema) => {
    const { url, client } = await open(older);
    const before = await contentsOf(client);
    await expectRefusal(start(url, ['cli', 'migrate']), schema);
    if (schema === 'regulation') await expectRefusal(start(url, ['regulation']), schema);
    expect(await contentsOf(client)).toEqual(before);
  });
});
