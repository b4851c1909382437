import type { WorkspaceConfigurationDto } from '@lethe/api/configuration';
import { useDataPlaneGateway } from './data-plane-gateway.js';

const gateway = useDataPlaneGateway();

const config = () => gateway.getJson<WorkspaceConfigurationDto>('/workspaceConfig');

describe('the code of a transformation or library', () => {
  const TRANSFORMATION = '/transformation/getByVersionId';
  const LIBRARY = '/transformationLibrary/getByVersionId';

  it('is returned for the version of a transformation, only to data planes of its workspace', async () => {
    const { transformations = [] } =
      (await config()).sources[1]?.destinations.find(({ id }) => id === 'dst_hook') ?? {};
    const versionId = transformations[0]?.versionId ?? '';
    const path = `${TRANSFORMATION}?versionId=${versionId}`;
    const expected = {
      ...{ id: 'tr', versionId, name: 'Mask', workspaceId: 'ws_a', codeVersion: '1' },
      ...{ code: 'export const transformEvent = (e) => e;', language: 'javascript' },
    };
    expect(await gateway.getJson(path)).toEqual(expected);
    expect(await gateway.getJson(path, 'namespace')).toEqual(expected);
    expect((await gateway.get(path, 'otherPlane')).status).toBe(404);
    expect((await gateway.get(path, 'otherNamespace')).status).toBe(404);
    const etag = (await gateway.get(path)).headers.get('etag') ?? '';
    expect(etag).toBe(`W/"${versionId}"`);
    const known = await gateway.get(path, 'plane', { 'if-none-match': etag });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const other = await gateway.get(path, 'otherPlane', { 'if-none-match': etag });
    expect(other.status).toBe(404);
  });

  it('is returned for the version of a library, with its import name', async () => {
    const versionId =
      (await config()).libraries.find((each) => each.versionId.includes('.lib.'))?.versionId ?? '';
    expect(await gateway.getJson(`${LIBRARY}?versionId=${versionId}`)).toEqual({
      ...{ name: 'pii', handleName: 'pii', importName: 'pii', versionId, workspaceId: 'ws_a' },
      ...{ code: 'export const hide = 1;', language: 'javascript' },
    });
    expect((await gateway.get(`${TRANSFORMATION}?versionId=${versionId}`)).status).toBe(404);
    expect((await gateway.get(`${LIBRARY}?versionId=${versionId}`, 'otherPlane')).status).toBe(404);
  });

  it('gets a new version when the code or the name changes, and the old version is no longer found', async () => {
    const { editor } = gateway;
    const name = 'versioned';
    const versionId = async () =>
      (await config()).libraries.find((each) => each.versionId.includes(`.${name}.`))?.versionId;
    await editor.libraries.create('ws_a', name, { name, code: '1' });
    const first = await versionId();
    await editor.libraries.replace('ws_a', name, '*', () => ({ name, code: '2' }));
    const second = await versionId();
    await editor.libraries.replace('ws_a', name, '*', () => ({ name: 'renamed', code: '2' }));
    const third = await versionId();
    expect(new Set([first, second, third]).size).toBe(3);
    const statuses = await Promise.all(
      [first, second, third].map(
        async (each) => (await gateway.get(`${LIBRARY}?versionId=${each}`)).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 200]);
  });

  it.each([
    'nope',
    'a.b',
    'ws_a.tr',
    'ws_a.tr.',
    'ws_a.tr.x.y',
    '..%2F..',
    '%00',
    '%FF',
    'x'.repeat(7_000),
  ])('is not found by the invalid version %s', async (versionId) => {
    for (const path of [TRANSFORMATION, LIBRARY]) {
      expect((await gateway.get(`${path}?versionId=${versionId}`)).status).toBe(404);
    }
  });

  it.each(['', '?versionId=', '?versionID=x'])(
    'is not returned without a version: %j',
    async (query) => {
      const answer = await gateway.get(`${TRANSFORMATION}${query}`);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ details: { versionId: 'is required' } }),
      ]);
    },
  );
});
