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

describe('the revocations that are told', () => {
  const given = useTestDatabase();
  let database: DatabaseConnection;
  let source: RevocationSource;
  let here: string;

  beforeAll(async () => {
    await migrateSchema(given.url, CATALOG_SCHEMA);
    await migrateSchema(given.url, REGULATION_SCHEMA);
    database = new DatabaseConnection({
      dataSource: createDataSource({
        url: given.url,
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

  /** What a relay that begins now is given; it dies before it says that it was published. */
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

  it('are those of before the relay began, too, and come again until they are published', async () => {
    const all = [[hashOf('of before'), 'revoked']];
    expect(await offered()).toEqual(all);
    expect(await offered()).toEqual(all);
    await publish();
    expect(await offered()).toEqual([]);
  });

  it('are offered once in a session', async () => {
    await add('once', 'now()');
    const cursor = source.open(here);
    const batch = await cursor.take(100);
    expect(await cursor.take(100)).toBeUndefined();
    await batch?.published(new Map());
    expect(await cursor.take(100)).toBeUndefined();
  });

  it('have secrets that were replaced, until they are back', async () => {
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

  it('have a secret that was replaced and comes back revoked', async () => {
    await change('first', 'revoked_at = now()');
    expect(await offered()).toEqual([[hashOf('first'), 'revoked']]);
    await publish();
    await change('first', `hash = decode('${hashOf('third')}', 'hex')`);
    expect(await offered()).toEqual([[hashOf('third'), 'revoked']]);
    await publish();
  });

  it('come again when everything is to be told again, also meanwhile', async () => {
    const batch = await source.open(here).take(100);
    expect(batch).toBeUndefined();
    await add('meanwhile', 'now()');
    const inHand = await source.open(here).take(100);
    await republishAll(database.query);
    await inHand?.published(new Map());
    expect((await offered()).map(([hash]) => hash)).toContain(hashOf('meanwhile'));
    expect(await offered()).toHaveLength(6);
    await publish();
    expect(await offered()).toEqual([]);
  });
});
