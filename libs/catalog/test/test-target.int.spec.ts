import { jest } from '@jest/globals';
import { applyWorkspaceFile, CatalogReader, parseWorkspaceFile } from '../src/index.js';
import { BOX, connectCatalog, useCatalogDatabase } from './catalog-database.js';
import { useTestClock } from './test-clock.js';

const database = useCatalogDatabase();
const clock = useTestClock();

const FILE = {
  workspaces: [
    {
      id: 'ws_a',
      sources: [{ id: 'src', name: 'S', type: 'Javascript' }],
      transformations: [{ id: 'tr', name: 'Mask', code: 'export const a = "\\u2028";' }],
      libraries: [
        { id: 'l2', name: 'zeta', code: 'z' },
        { id: 'l1', name: 'alpha', code: 'a' },
      ],
      credentials: [{ key: 'geo', value: 'geo-secret' }],
      destinations: [
        {
          id: 'dst',
          name: 'D',
          type: 'WEBHOOK',
          config: { webhookUrl: 'https://example.com', deletionSecret: 'sign-me' },
          transformation: 'tr',
        },
        { id: 'plain', name: 'P', type: 'WEBHOOK', enabled: false },
      ],
      connections: [
        { sourceId: 'src', destinationId: 'plain', enabled: false },
        { sourceId: 'src', destinationId: 'dst' },
      ],
    },
    { id: 'ws_b' },
  ],
};

const applyFile = () =>
  applyWorkspaceFile(database.connection, parseWorkspaceFile(JSON.stringify(FILE), {}), BOX);
beforeAll(applyFile);

describe('CatalogReader.findTestTarget', () => {
  it('returns the destination with its secrets, transformation, libraries and credentials', async () => {
    const target = await new CatalogReader(database.connection, BOX).findTestTarget('ws_a', 'dst');
    expect(target).toMatchObject({
      destination: {
        id: 'dst',
        workspaceId: 'ws_a',
        connectionMode: 'cloud',
        config: { webhookUrl: 'https://example.com', deletionSecret: 'sign-me' },
        createdAt: expect.any(Date) as unknown,
      },
      transformation: { id: 'tr', name: 'Mask', code: 'export const a = "\\u2028";' },
      credentials: { geo: 'geo-secret' },
    });
    expect(target?.libraries).toEqual([
      { name: 'alpha', code: 'a' },
      { name: 'zeta', code: 'z' },
    ]);
  });

  it('returns no transformation if none is connected, and no data of another workspace', async () => {
    const reader = new CatalogReader(database.connection, BOX);
    const target = await reader.findTestTarget('ws_a', 'plain');
    expect(target).toMatchObject({ destination: { enabled: false }, libraries: [] });
    expect(target).not.toHaveProperty('transformation');
    expect(await reader.findTestTarget('ws_b', 'dst')).toBeUndefined();
    expect(await reader.findTestTarget('ws_a', '\u0000')).toBeUndefined();
  });

  it.each([
    ['transformations', { id: 'tr', name: 'Mask', code: 'export const changed = 1;' }],
    ['libraries', { id: 'l1', name: 'alpha', code: 'changed' }],
    ['credentials', { key: 'geo', value: 'changed' }],
    [
      'destinations',
      {
        ...FILE.workspaces[0]!.destinations![0],
        config: { webhookUrl: 'https://changed.example' },
      },
    ],
    ['connections', { sourceId: 'src', destinationId: 'dst', enabled: false }],
  ])(
    'returns the %s that another process saved, and does not use older cached data',
    async (kind, row) => {
      const [gateway, runner, saver] = [1, 2, 3].map(
        () => new CatalogReader(database.connection, BOX),
      );
      const before = await gateway!.savedAt('ws_a');
      const read = async () =>
        JSON.stringify([
          await gateway!.listConnections('ws_a', 'src'),
          await gateway!.findDestinations('ws_a', ['dst']),
        ]);
      await read();
      expect(await runner!.findTestTarget('ws_a', 'dst', before)).toMatchObject({
        savedAt: before,
      });
      const [workspace] = FILE.workspaces;
      const keyOf = (one: object): unknown[] =>
        Object.values(one).slice(0, kind === 'connections' ? 2 : 1);
      const rows = (workspace as Record<string, unknown>)[kind] as object[];
      const changed = rows.map((one) => (String(keyOf(one)) === String(keyOf(row)) ? row : one));
      const file = JSON.stringify({ workspaces: [{ ...workspace, [kind]: changed }] });
      await applyWorkspaceFile(database.connection, parseWorkspaceFile(file, {}), BOX);
      const since = await gateway!.savedAt('ws_a');
      expect(since! > before!).toBe(true);
      const target = await runner!.findTestTarget('ws_a', 'dst', since);
      expect(target).toMatchObject({ savedAt: since });
      const fresh = await saver!.findTestTarget('ws_a', 'dst');
      expect(target).toEqual(fresh);
      if (kind === 'connections')
        expect(await read()).toContain('"destinationId":"dst","enabled":false');
      if (kind === 'destinations') expect(await read()).toContain('changed.example');
      const context = { transformationId: 'tr', destinationId: 'dst' };
      expect(await runner!.findTransformationTarget('ws_a', context, since)).toMatchObject({
        savedAt: since,
      });
      await applyFile();
    },
  );

  it('answers concurrent calls of savedAt for several workspaces with one statement', async () => {
    const connection = connectCatalog(database.url);
    await connection.start();
    const query = jest.spyOn(connection, 'query');
    const reader = new CatalogReader(connection, BOX);
    const times = await Promise.all(
      ['ws_a', 'ws_b', 'ws_a', 'ws_none'].map((id) => reader.savedAt(id)),
    );
    expect(query).toHaveBeenCalledTimes(1);
    expect(times[0]).toBe(times[2]);
    expect(times[1]).toEqual(expect.any(String));
    expect(times[3]).toBeUndefined();
    await connection.stop();
  });

  it('queries once for concurrent test runs, and then answers from the cache', async () => {
    const connection = connectCatalog(database.url);
    await connection.start();
    const reader = new CatalogReader(connection, BOX);
    const targets = await Promise.all(
      Array.from({ length: 20 }, () => reader.findTestTarget('ws_a', 'dst')),
    );
    expect(new Set(targets).size).toBe(1);
    clock.stand();
    await connection.stop();
    expect(await reader.findTestTarget('ws_a', 'dst')).toBe(targets[0]);
  });

  it('rejects a destination with secrets that it cannot decrypt', async () => {
    const blind = new CatalogReader(database.connection);
    await expect(blind.findTestTarget('ws_a', 'dst')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('LETHE_SECRET_KEY') as unknown,
    });
    expect(await blind.findTestTarget('ws_a', 'plain')).toMatchObject({ destination: {} });
  });
});

describe('CatalogReader.listConnections', () => {
  it('lists the destinations of a source, oldest first', async () => {
    const reader = new CatalogReader(database.connection);
    expect(await reader.listConnections('ws_a', 'src')).toEqual([
      { destinationId: 'dst', enabled: true },
      { destinationId: 'plain', enabled: false },
    ]);
    expect(await reader.listConnections('ws_b', 'src')).toEqual([]);
    expect(await reader.listConnections('ws_a', 'nope')).toEqual([]);
  });
});

describe('CatalogReader.findDeletionTarget', () => {
  it('returns the new configuration immediately after a change', async () => {
    const reader = new CatalogReader(database.connection, BOX);
    const put = (deletionUrl: string) =>
      applyWorkspaceFile(
        database.connection,
        parseWorkspaceFile(
          JSON.stringify({
            workspaces: [
              {
                id: 'ws_a',
                destinations: [
                  { id: 'mended', name: 'M', type: 'WEBHOOK', config: { deletionUrl } },
                ],
              },
            ],
          }),
          {},
        ),
        BOX,
      );
    await put('https://wrong.example');
    expect(await reader.findDeletionTarget('ws_a', 'mended')).toEqual({
      id: 'mended',
      workspaceId: 'ws_a',
      type: 'WEBHOOK',
      connectionMode: 'cloud',
      config: { deletionUrl: 'https://wrong.example' },
    });
    await put('https://right.example');
    expect(await reader.findDeletionTarget('ws_a', 'mended')).toMatchObject({
      config: { deletionUrl: 'https://right.example' },
    });
  });
});
