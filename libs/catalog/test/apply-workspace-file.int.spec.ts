import {
  applyWorkspaceFile,
  CatalogReader,
  listTokens,
  parseWorkspaceFile,
  findLateVerifications,
  revokeToken,
  TokenAuthenticator,
  WorkspaceFileError,
} from '../src/index.js';
import { BOX, useCatalogDatabase } from './catalog-database.js';

const database = useCatalogDatabase();

const apply = (text: string) =>
  applyWorkspaceFile(database.connection, parseWorkspaceFile(text, {}), BOX);
const authenticate = (token: string) =>
  new TokenAuthenticator(database.connection).authenticate(token);

describe('applying a workspace file', () => {
  const fullFile = `{ workspaces: [{
    id: ws_a, name: A,
    tokens: [{ name: t, email: Me@Example.com, token: lth_a_0123456789abcdefghijkl, role: editor }],
    sources: [{ id: src, name: S, type: T }],
    transformations: [{ id: tr, name: T, code: x }],
    libraries: [{ id: lib, name: pii, code: x }],
    credentials: [{ key: k, value: v }],
    destinations: [{ id: dst, name: D, type: WEBHOOK, connectionMode: hybrid,
      config: { webhookUrl: "https://example.com" }, transformation: tr }],
    connections: [{ sourceId: src, destinationId: dst }],
    dataPlanes: [{ name: d, token: lth_dp_0123456789abcdefghijkl }] }],
    namespaces: [{ id: ns, workspaces: [ws_a], dataPlanes: [{ name: d, token: lth_ns_0123456789abcdefghijkl }] }] }`;

  it('stores each part once, and changes nothing when applied again', async () => {
    const first = await apply(fullFile);
    for (const [kind, count] of Object.entries(first)) {
      const created = kind === 'dataPlanes' ? 2 : 1;
      expect([kind, count]).toEqual([kind, { created, updated: 0, unchanged: 0 }]);
    }
    const source = await new CatalogReader(database.connection).findSource('ws_a', 'src');
    expect(source?.writeKey).toMatch(/^wk_[0-9a-f]{32}$/);

    const second = await apply(fullFile);
    for (const count of Object.values(second)) {
      expect(count).toMatchObject({ created: 0, updated: 0 });
    }
    const again = await new CatalogReader(database.connection).findSource('ws_a', 'src');
    expect(again).toEqual(source);
  });

  it('stores no secret of a token or a data plane', async () => {
    const rows = await database.connection.query(
      `select to_jsonb(t)::text || to_jsonb(d)::text as text from catalog.tokens t, catalog.data_planes d`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/0123456789abcdefghijkl/);
  });

  it('updates changed parts, and keeps parts that the file no longer mentions', async () => {
    const summary = await apply(`{ workspaces: [{ id: ws_a,
      destinations: [{ id: dst, name: Renamed, type: WEBHOOK, enabled: false }] }] }`);
    expect(summary.workspaces).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect(summary.destinations).toEqual({ created: 0, updated: 1, unchanged: 0 });

    const reader = new CatalogReader(database.connection);
    const [destination] = await reader.findDestinations('ws_a', ['dst']);
    expect(destination).toMatchObject({
      name: 'Renamed',
      enabled: false,
      connectionMode: 'cloud',
      config: {},
    });
    expect(destination).not.toHaveProperty('transformationId');
    expect(destination!.updatedAt.getTime()).toBeGreaterThan(destination!.createdAt.getTime());
    expect(await reader.missingSourceIds('ws_a', ['src'])).toEqual([]);
  });

  it('keeps a setting that it leaves out, so a start still refuses one that comes after the purge', async () => {
    await apply('{ workspaces: [{ id: ws_v, verifyAfterDays: 7 }] }');
    const { workspaces } = await apply('{ workspaces: [{ id: ws_v }, { id: ws_new }] }');
    expect(workspaces).toEqual({ created: 1, updated: 0, unchanged: 1 });
    expect(await findLateVerifications(database.connection.query, 3)).toEqual([
      { id: 'ws_v', verifyAfterDays: 7 },
    ]);
  });

  it('replaces the secret of a token, and keeps a revoked token revoked', async () => {
    const withToken = (token: string) =>
      `{ workspaces: [{ id: ws_r, tokens: [{ name: t, email: a@b.c, token: ${token}, role: viewer }] }] }`;
    await apply(withToken('lth_old_0123456789abcdefghij'));
    await apply(withToken('lth_new_0123456789abcdefghij'));
    expect(await authenticate('lth_old_0123456789abcdefghij')).toBeUndefined();
    expect(await authenticate('lth_new_0123456789abcdefghij')).toMatchObject({ name: 't' });

    await revokeToken(database.connection, { workspaceId: 'ws_r', name: 't' });
    await apply(withToken('lth_new_0123456789abcdefghij'));
    await apply(withToken('lth_third_0123456789abcdefghij'));
    expect(await authenticate('lth_new_0123456789abcdefghij')).toBeUndefined();
    expect(await authenticate('lth_third_0123456789abcdefghij')).toBeUndefined();
    expect(await listTokens(database.connection, 'ws_r')).toHaveLength(1);
  });

  it.each([
    ['another workspace', 'id: ws_thief, tokens'],
    ['another name', 'id: ws_r, tokens'],
    ['a data plane', 'id: ws_r, dataPlanes'],
  ])(
    'rejects the secret of a stored token for %s, names that token, and applies nothing',
    async (_, members) => {
      const secret = 'lth_third_0123456789abcdefghij';
      const grant = members.endsWith('tokens') ? ', email: a@b.c, role: viewer' : '';
      const text = `{ workspaces: [{ name: Stolen, ${members}: [{ name: other, token: ${secret}${grant} }] }] }`;
      const failure = await apply(text).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(WorkspaceFileError);
      expect((failure as Error).message).toContain('token "t" of workspace "ws_r"');
      expect((failure as Error).message).not.toContain(secret);
      const stolen = await database.connection.query(
        `select id from catalog.workspaces where name = 'Stolen'`,
      );
      expect(stolen).toEqual([]);
    },
  );

  it('creates each row once if several processes apply a file at the same time', async () => {
    const text = `{ workspaces: [{ id: ws_c, sources: [{ id: s, name: S, type: T }] }] }`;
    const summaries = await Promise.all([apply(text), apply(text), apply(text)]);
    const created = summaries.map((summary) => summary.sources.created);
    expect(created.sort()).toEqual([0, 0, 1]);
  });
});
