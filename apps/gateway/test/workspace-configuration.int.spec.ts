import { gunzipSync } from 'node:zlib';
import type { ConfiguredDestinationDto, WorkspaceConfigurationDto } from '@lethe/api/configuration';
import { basic, HOOK_SECRET, SECRETS, useDataPlaneGateway } from './data-plane-gateway.js';
import { getRaw } from './get-raw.js';

const gateway = useDataPlaneGateway();

const CONFIG = '/workspaceConfig?fetchAll=true';
const VERSION = /^[\w-]{22}$/;

const config = (as?: 'otherPlane') => gateway.getJson<WorkspaceConfigurationDto>(CONFIG, as);

function definitionOf(type: string): ConfiguredDestinationDto['destinationDefinition'] {
  return { id: expect.any(String) as string, name: type, displayName: 'Webhook', config: {} };
}

describe('GET /workspaceConfig', () => {
  it('returns the whole workspace, with decrypted secrets and in the format that data planes expect', async () => {
    const answer = await config();
    const versionId = expect.stringMatching(/^ws_a\.tr\.[\w-]{22}$/) as string;
    const common = { enabled: true, workspaceId: 'ws_a' };
    const connection = { sourceId: 'src_web', enabled: true };
    expect(answer).toEqual({
      workspaceId: 'ws_a',
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      libraries: [{ versionId: expect.stringMatching(/^ws_a\.lib\.[\w-]{22}$/) as string }],
      settings: { dataRetention: {} },
      accounts: {},
      sources: [
        {
          ...{ id: 'src_off', name: 'Off', writeKey: 'wk_off', enabled: false },
          ...{ workspaceId: 'ws_a', config: {}, destinations: [] },
          sourceDefinition: { id: 'HTTP', name: 'HTTP', category: null, type: null },
        },
        {
          ...common,
          ...{ id: 'src_web', name: 'Website "main"', writeKey: 'wk_a', config: {} },
          sourceDefinition: { id: 'Javascript', name: 'Javascript', category: null, type: null },
          destinations: [
            {
              ...common,
              ...{ id: 'dst_device', name: 'Device', isProcessorEnabled: false, config: {} },
              destinationDefinition: definitionOf('WEBHOOK'),
              revisionId: expect.stringMatching(VERSION) as string,
              transformations: [],
            },
            {
              ...common,
              ...{ id: 'dst_hook', name: 'Hook', isProcessorEnabled: true },
              config: {
                webhookUrl: 'https://example.com/hook',
                headers: [{ from: 'Authorization', to: HOOK_SECRET }],
              },
              destinationDefinition: definitionOf('WEBHOOK'),
              revisionId: expect.stringMatching(VERSION) as string,
              transformations: [{ id: 'tr', versionId }],
            },
          ],
        },
      ],
      connections: expect.any(Object) as WorkspaceConfigurationDto['connections'],
    });
    expect(
      Object.values(answer.connections).sort((a, b) =>
        a.destinationId < b.destinationId ? -1 : 1,
      ),
    ).toEqual([
      { ...connection, destinationId: 'dst_device' },
      { ...connection, destinationId: 'dst_hook' },
      { ...connection, destinationId: 'dst_paused', enabled: false },
    ]);
  });

  it('returns all members for an empty workspace, too', async () => {
    await gateway.apply({
      workspaces: [
        { id: 'ws_new', dataPlanes: [{ name: 'x', token: 'lth_new_0123456789abcdefghijkl' }] },
      ],
    });
    const answer = await fetch(`${gateway.url}${CONFIG}`, {
      headers: basic('lth_new_0123456789abcdefghijkl'),
    });
    expect(await answer.json()).toEqual({
      workspaceId: 'ws_new',
      updatedAt: expect.any(String) as string,
      ...{
        libraries: [],
        settings: { dataRetention: {} },
        accounts: {},
        sources: [],
        connections: {},
      },
    });
  });

  it('returns nothing of other workspaces', async () => {
    const text = JSON.stringify(await config('otherPlane'));
    expect(text).not.toMatch(/ws_a|wk_a|src_web|s3cret/);
    expect(JSON.stringify(await config())).not.toContain('ws_b');
  });

  it('ignores the query', async () => {
    for (const query of ['', '?region=EU', '?fetchAll=%zz', '?a=b&a=c&__proto__=1', '?%00']) {
      expect((await gateway.get(`/workspaceConfig${query}`)).status).toBe(200);
    }
  });

  it('answers with headers that forbid caching', async () => {
    const { headers } = await gateway.get(CONFIG);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('Accept-Encoding');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('uses gzip for a client that accepts it, with the same content', async () => {
    const headers = basic(SECRETS.plane);
    const plain = await getRaw(`${gateway.url}${CONFIG}`, {
      ...headers,
      'accept-encoding': 'gzip;q=0',
    });
    const packed = await getRaw(`${gateway.url}${CONFIG}`, {
      ...headers,
      'accept-encoding': 'gzip',
    });
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([
      undefined,
      'gzip',
    ]);
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    expect(plain.headers.etag).not.toBe(packed.headers.etag);
  });

  it('answers 304 to a client that sends the entity tag, until something changes', async () => {
    const first = await gateway.get(CONFIG);
    const etag = first.headers.get('etag') ?? '';
    await first.text();
    expect(etag).toMatch(/^"[\w-]+"$/);
    const ask = (tag: string) => gateway.get(CONFIG, 'plane', { 'if-none-match': tag });
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await ask(tag);
      expect({ tag, status: again.status, body: await again.text() }).toEqual({
        ...{ tag, status: 304, body: '' },
      });
      expect(again.headers.get('etag')).toBe(etag);
    }
    expect((await ask('"other"')).status).toBe(200);
    expect((await gateway.get(CONFIG)).status).toBe(200);
    await gateway.editor.libraries.create('ws_a', 'lib_2', { name: 'two', code: '' });
    expect((await ask(etag)).status).toBe(200);
  });

  it('returns every kind of change at the next poll, deletions included, with a later time', async () => {
    const { editor } = gateway;
    const source = { name: 'S', type: 'HTTP', enabled: true, config: {} };
    const destination = {
      ...{ name: 'D', type: 'WEBHOOK', enabled: true, connectionMode: 'cloud' as const },
      config: {},
    };
    const link = { sourceId: 's', destinationId: 'd', enabled: true };
    const module = { name: 'M', code: '1' };
    let connectionId = '';
    const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['a source', () => editor.sources.create('ws_a', 's', source)],
      [
        'a renamed source',
        () => editor.sources.replace('ws_a', 's', '*', () => ({ ...source, name: 'T' })),
      ],
      ['a destination', () => editor.destinations.create('ws_a', 'd', destination)],
      [
        'a connection',
        async () => {
          connectionId = (await editor.connections.create('ws_a', undefined, link)).id;
        },
      ],
      [
        'a paused connection',
        () =>
          editor.connections.replace('ws_a', connectionId, '*', () => ({
            ...link,
            enabled: false,
          })),
      ],
      ['a transformation', () => editor.transformations.create('ws_a', 't', module)],
      [
        'a connected transformation',
        () =>
          editor.destinations.replace('ws_a', 'd', '*', () => ({
            ...destination,
            transformationId: 't',
          })),
      ],
      ['a library', () => editor.libraries.create('ws_a', 'l', module)],
      ['no library', () => editor.libraries.remove('ws_a', 'l', '*')],
      ['no connection', () => editor.connections.remove('ws_a', connectionId, '*')],
      ['no destination', () => editor.destinations.remove('ws_a', 'd', '*')],
      ['no transformation', () => editor.transformations.remove('ws_a', 't', '*')],
      ['no source', () => editor.sources.remove('ws_a', 's', '*')],
    ];
    let before = await config();
    for (const [what, change] of changes) {
      await change();
      const after = await config();
      expect([what, after.updatedAt > before.updatedAt]).toEqual([what, true]);
      before = after;
    }
    expect(JSON.stringify(before)).not.toMatch(/"(?:s|d|t)"/);
  });

  it('returns the same bytes as long as nothing changes', async () => {
    await gateway.apply({ workspaces: [{ id: 'ws_a' }] });
    const [first, second] = [await gateway.get(CONFIG), await gateway.get(CONFIG)];
    expect(await first.text()).toBe(await second.text());
    expect(first.headers.get('etag')).toBe(second.headers.get('etag'));
  });

  it('answers 503 if a secret cannot be decrypted', async () => {
    const set = (config: object) =>
      gateway.connection.query(
        `update catalog.destinations set config = $1 where workspace_id = 'ws_b'`,
        [config],
      );
    await gateway.apply({
      workspaces: [{ id: 'ws_b', destinations: [{ id: 'd', name: 'D', type: 'WEBHOOK' }] }],
    });
    await set({ webhookUrl: { $sealed: 'k9:AAAA' } });
    const answer = await gateway.get(CONFIG, 'otherPlane');
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain('AAAA');
    await set({});
    expect((await gateway.get(CONFIG, 'otherPlane')).status).toBe(200);
  });
});
