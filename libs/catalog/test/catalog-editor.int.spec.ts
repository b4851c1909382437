import { CatalogEditor, CatalogReader } from '../src/index.js';
import { BOX, connectCatalog, useCatalogDatabase } from './catalog-database.js';

const database = useCatalogDatabase();

beforeAll(async () => {
  await database.connection.query(
    `insert into catalog.workspaces (id, name) values ('ws_a', 'A'), ('ws_b', 'B')`,
  );
});

function process() {
  const reader = new CatalogReader(database.connection, BOX);
  const editor = new CatalogEditor({
    database: database.connection,
    box: BOX,
    onChange: (workspaceId) => {
      reader.invalidate(workspaceId);
    },
  });
  return { reader, editor };
}

const SOURCE = { name: 'S', type: 'T', enabled: true, config: {} };
const WEBHOOK = {
  name: 'D',
  type: 'WEBHOOK',
  enabled: true,
  connectionMode: 'cloud',
  config: { deletionSecret: 'sign-me' },
} as const;

describe('a change', () => {
  it('is visible at once to readers in the same process', async () => {
    const { reader, editor } = process();
    await editor.sources.create('ws_a', 'src', SOURCE);
    await editor.destinations.create('ws_a', 'dst', WEBHOOK);
    await editor.transformations.create('ws_a', 'tr', { name: 'T', code: 'one' });
    expect(await reader.missingSourceIds('ws_a', ['src'])).toEqual([]);
    expect(await reader.findDestinations('ws_a', ['dst'])).toHaveLength(1);
    expect(await reader.findTestTarget('ws_a', 'dst')).not.toHaveProperty('transformation');
    expect(await reader.listConnections('ws_a', 'src')).toEqual([]);

    await editor.connections.create('ws_a', undefined, {
      sourceId: 'src',
      destinationId: 'dst',
      enabled: true,
    });
    await editor.destinations.replace('ws_a', 'dst', undefined, () => ({
      ...WEBHOOK,
      enabled: false,
      transformationId: 'tr',
    }));
    expect(await reader.listConnections('ws_a', 'src')).toHaveLength(1);
    expect(await reader.findDestinations('ws_a', ['dst'])).toMatchObject([{ enabled: false }]);
    expect((await reader.findTestTarget('ws_a', 'dst'))?.transformation?.code).toBe('one');
    await editor.transformations.replace('ws_a', 'tr', undefined, () => ({
      name: 'T',
      code: 'two',
    }));
    expect((await reader.findTestTarget('ws_a', 'dst'))?.transformation?.code).toBe('two');

    await editor.sources.remove('ws_a', 'src', undefined);
    await editor.destinations.remove('ws_a', 'dst', undefined);
    expect(await reader.missingSourceIds('ws_a', ['src'])).toEqual(['src']);
    expect(await reader.findDestinations('ws_a', ['dst'])).toEqual([]);
    expect(await reader.findTestTarget('ws_a', 'dst')).toBeUndefined();
    expect(await reader.listConnections('ws_a', 'src')).toEqual([]);
  });

  it('in one workspace keeps the cached data of other workspaces', async () => {
    const connection = connectCatalog(database.url);
    await connection.start();
    const reader = new CatalogReader(connection, BOX);
    const { editor } = process();
    await editor.sources.create('ws_b', 'src_b', SOURCE);
    await reader.missingSourceIds('ws_b', ['src_b']);
    await connection.stop();
    reader.invalidate('ws_a');
    expect(await reader.missingSourceIds('ws_b', ['src_b'])).toEqual([]);
    reader.invalidate('ws_b');
    await expect(reader.missingSourceIds('ws_b', ['src_b'])).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('does not change secrets that cannot be decrypted', async () => {
    const { editor } = process();
    await editor.destinations.create('ws_a', 'sealed', WEBHOOK);
    const stored = async () =>
      database.connection.query<{ config: unknown }>(
        `select config from catalog.destinations where id = 'sealed'`,
      );
    const broken = `jsonb_build_object('deletionSecret', jsonb_build_object('$sealed', 'gone:AAAA'))`;
    await database.connection.query(
      `update catalog.destinations set config = ${broken} where id = 'sealed'`,
    );
    const before = await stored();
    await editor.destinations.replace('ws_a', 'sealed', undefined, (current) => ({
      ...WEBHOOK,
      name: 'Renamed',
      config: current.config,
    }));
    expect(await stored()).toEqual(before);
  });
});
