import { applyWorkspaceFile, CatalogReader, parseWorkspaceFile } from '../src/index.js';
import { connectCatalog, useCatalogDatabase } from './catalog-database.js';
import { destinationTable } from '../src/tables/destination-table.js';
import { sourceTable } from '../src/tables/source-table.js';
import { useTestClock } from './test-clock.js';

const database = useCatalogDatabase();
const clock = useTestClock();
let reader: CatalogReader;

const apply = (document: unknown) =>
  applyWorkspaceFile(database.connection, parseWorkspaceFile(JSON.stringify(document), {}));
const source = (id: string, writeKey = `wk_${id}`) => ({
  id,
  name: `Source ${id}`,
  type: 'Javascript',
  writeKey,
});
const destination = (id: string) => ({ id, name: `Destination ${id}`, type: 'REDIS' });

beforeAll(async () => {
  const many = Array.from({ length: 230 }, (_, i) => `n${String(i).padStart(3, '0')}`);
  await apply({
    workspaces: [
      { id: 'ws_a', sources: [source('a'), source('both')], destinations: [destination('da')] },
      {
        id: 'ws_b',
        sources: [source('b'), source('both', 'wk_other')],
        destinations: [destination('db')],
      },
      { id: 'ws_many', sources: many.map((id) => source(id)), destinations: many.map(destination) },
    ],
  });
  reader = new CatalogReader(database.connection);
});

describe('CatalogReader', () => {
  it('returns each source and each destination on exactly one page', async () => {
    const tables = [
      sourceTable(database.connection),
      destinationTable(database.connection, undefined),
    ];
    for (const table of tables) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => table.page('ws_many', { page })));
      expect(pages.map(({ total }) => total)).toEqual([230, 230, 230, 230]);
      expect(pages.map(({ items }) => items.length)).toEqual([100, 100, 30, 0]);
      const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
      expect(ids).toEqual([...new Set(ids)].sort());
    }
  });

  it('reads all destinations of one workspace, in portions and sorted', async () => {
    const portionsOf = async (workspaceId: string) => {
      const portions: string[][] = [];
      for await (const portion of reader.allDestinations(workspaceId)) {
        portions.push(portion.map(({ id }) => id));
      }
      return portions;
    };
    expect(await portionsOf('ws_a')).toEqual([['da']]);
    expect(await portionsOf('ws_none')).toEqual([[]]);
    await database.connection.query(
      `insert into catalog.destinations (workspace_id, id, name, type, enabled, connection_mode, config)
       select 'ws_b', 'many_' || 1000 + n, 'n', 'REDIS', true, 'cloud',
              jsonb_build_object('address', repeat('x', case when n <= 100 then 30000 else 10 end))
         from generate_series(1, 1000) n`,
    );
    const portions = await portionsOf('ws_b');
    const lengths = portions.map(({ length }) => length);
    expect(lengths).toEqual([36, 35, 500, 430]); // 1 MiB ends the first two portions
    expect(portions.flat()).toEqual([...new Set(portions.flat())].sort());
    expect(portions.flat()).toHaveLength(1_001);
    await database.connection.query(`delete from catalog.destinations where id like 'many_%'`);
  });

  it('returns only resources of the workspace', async () => {
    const { items } = await sourceTable(database.connection).page('ws_a', { page: 1 });
    expect(items.map(({ id }) => id)).toEqual(['a', 'both']);
    expect(await reader.findSource('ws_a', 'a')).toMatchObject({
      workspaceId: 'ws_a',
      enabled: true,
    });
    expect(await reader.findSource('ws_a', 'b')).toBeUndefined();
    expect(await reader.findDestinations('ws_a', ['db'])).toEqual([]);
    expect(await reader.findSource('ws_a', '\u0000')).toBeUndefined();
  });

  it('returns the missing sources of a workspace, even if another workspace has them', async () => {
    const ids = ['nope', 'b', 'both', 'a', '\u0000', 'x'.repeat(65)];
    const missing = ['nope', 'b', '\u0000', 'x'.repeat(65)];
    expect(await reader.missingSourceIds('ws_a', ids)).toEqual(missing);
    expect(await reader.missingSourceIds('ws_a', ids)).toEqual(missing);
    expect(await reader.missingSourceIds('ws_b', ['b'])).toEqual([]);
    expect(await reader.missingSourceIds('ws_a', ['b'])).toEqual(['b']);
  });

  it('returns each found destination once, in the order of the request', async () => {
    const found = async (workspaceId: string, ids: string[]) =>
      (await reader.findDestinations(workspaceId, ids)).map(({ id }) => id);
    expect(await found('ws_many', ['n009', 'nope', 'n001', 'n009'])).toEqual(['n009', 'n001']);
    expect(await found('ws_many', ['n001', 'n002', 'n009'])).toEqual(['n001', 'n002', 'n009']);
    expect(await found('ws_a', ['db', 'n001', '\u0000'])).toEqual([]);
  });

  it('reads destinations from the database with findDestinationsNow, and then caches them', async () => {
    clock.stand();
    await reader.findDestinations('ws_many', ['n003']);
    await apply({
      workspaces: [{ id: 'ws_many', destinations: [{ ...destination('n003'), name: 'Renamed' }] }],
    });
    const name = async (read: 'findDestinations' | 'findDestinationsNow') =>
      (await reader[read]('ws_many', ['n003']))[0]?.name;
    expect(await name('findDestinations')).not.toBe('Renamed');
    expect(await name('findDestinationsNow')).toBe('Renamed');
    expect(await name('findDestinations')).toBe('Renamed');
    expect(await reader.findDestinationsNow('ws_a', ['n003'])).toEqual([]);
  });

  it('finds a formerly missing source as soon as it exists', async () => {
    expect(await reader.missingSourceIds('ws_a', ['late'])).toEqual(['late']);
    await apply({ workspaces: [{ id: 'ws_a', sources: [source('late')] }] });
    expect(await reader.missingSourceIds('ws_a', ['late'])).toEqual([]);
  });

  it('answers from the cache if the database is unreachable, and throws for data that is not cached', async () => {
    const connection = connectCatalog(database.url);
    await connection.start();
    const cut = new CatalogReader(connection);
    await cut.missingSourceIds('ws_a', ['a']);
    await cut.findDestinations('ws_a', ['da']);
    clock.stand();
    await connection.stop();

    expect(await cut.missingSourceIds('ws_a', ['a'])).toEqual([]);
    expect(await cut.findDestinations('ws_a', ['da'])).toHaveLength(1);
    const unavailable = { code: 'unavailable' };
    await expect(cut.missingSourceIds('ws_a', ['both'])).rejects.toMatchObject(unavailable);
    await expect(cut.missingSourceIds('ws_b', ['b'])).rejects.toMatchObject(unavailable);
    await expect(cut.findSource('ws_a', 'a')).rejects.toMatchObject(unavailable);
  });
});
