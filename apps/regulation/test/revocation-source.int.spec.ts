import { createHash } from 'node:crypto';
import { CATALOG_SCHEMA } from '@lethe/catalog';
import { createDataSource, DatabaseConnection, migrateSchema } from '@lethe/database';
import { useTestDatabase } from '@lethe/testing';
import { REGULATION_SCHEMA } from '../src/database/regulation-schema.js';
import { readPosition } from '../src/relay/position/relay-position.js';
import { republishAll } from '../src/relay/position/republish-all.js';
import { RevocationSource } from '../src/relay/sources/revocation-source.js';

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

describe('RevocationSource', () => {
  const testDatabase = useTestDatabase();
  let database: DatabaseConnection;
  let source: RevocationSource;
  let here: string;

  beforeAll(async () => {
    await migrateSchema(testDatabase.url, CATALOG_SCHEMA);
    await migrateSchema(testDatabase.url, REGULATION_SCHEMA);
    database = new DatabaseConnection({
      dataSource: createDataSource({
        url: testDatabase.url,
        schema: 'catalog',
        applicationName: 'test',
        poolSize: 3,
        statementTimeoutMs: 60_000,
        connectTimeoutMs: 20_000,
      }),
      prepare: () => Promise.resolve(),
    });
    await database.start();
    source = new RevocationSource(database.query, 'test.');
    ({ database: here } = await readPosition(database.query));
    await database.query(`insert into catalog.workspaces (id, name) values ('ws', 'ws')`);
    await add('of before', 'now()');
  });
  afterAll(() => database.stop());

  async function add(secret: string, revokedAt = 'null'): Promise<void> {
    await database.query(
      `insert into catalog.tokens (workspace_id, name, hash, email, scopes, revoked_at)
       values ('ws', $1, decode($2, 'hex'), 'a@example.com', '{}', ${revokedAt})`,
      [secret, hashOf(secret)],
    );
  }

  async function change(name: string, assignment: string): Promise<void> {
    await database.query(`update catalog.tokens set ${assignment} where name = $1`, [name]);
  }

  /** Returns the revocations that a new relay gets. Does not mark them as published. */
  async function offered(): Promise<[hash: string | undefined, reason: string | null][]> {
    const batch = await source.open(here).take(100);
    return (batch?.records ?? []).map(({ key, value }) => [
      key,
      value === null ? null : (JSON.parse(value.toString()) as { reason: string }).reason,
    ]);
  }

  async function publish(): Promise<void> {
    await (await source.open(here).take(100))?.published(new Map());
  }

  it('offers revocations from before its start, and offers them again until they are published', async () => {
    const all = [[hashOf('of before'), 'revoked']];
    expect(await offered()).toEqual(all);
    expect(await offered()).toEqual(all);
    await publish();
    expect(await offered()).toEqual([]);
  });

  it('offers each revocation once in a session', async () => {
    await add('once', 'now()');
    const cursor = source.open(here);
    const batch = await cursor.take(100);
    expect(await cursor.take(100)).toBeUndefined();
    await batch?.published(new Map());
    expect(await cursor.take(100)).toBeUndefined();
  });

  it('offers replaced secrets, until they are valid again', async () => {
    await add('first');
    await change('first', `hash = decode('${hashOf('second')}', 'hex')`);
    expect(await offered()).toEqual([[hashOf('first'), 'replaced']]);
    await publish();
    await change('first', `hash = decode('${hashOf('first')}', 'hex')`);
    expect(new Map(await offered())).toEqual(
      new Map([
        [hashOf('first'), null],
        [hashOf('second'), 'replaced'],
      ]),
    );
    await publish();
    expect(await offered()).toEqual([]);
  });

  it('offers a secret that is revoked, and the secret that replaces it', async () => {
    await change('first', 'revoked_at = now()');
    expect(await offered()).toEqual([[hashOf('first'), 'revoked']]);
    await publish();
    await change('first', `hash = decode('${hashOf('third')}', 'hex')`);
    expect(await offered()).toEqual([[hashOf('third'), 'revoked']]);
    await publish();
  });

  it('offers everything again after republishAll, even if a publish was in flight', async () => {
    const batch = await source.open(here).take(100);
    expect(batch).toBeUndefined();
    await add('meanwhile', 'now()');
    const inFlight = await source.open(here).take(100);
    await republishAll(database.query);
    await inFlight?.published(new Map());
    expect((await offered()).map(([hash]) => hash)).toContain(hashOf('meanwhile'));
    expect(await offered()).toHaveLength(6);
    await publish();
    expect(await offered()).toEqual([]);
  });
});
