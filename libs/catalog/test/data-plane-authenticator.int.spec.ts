import {
  applyWorkspaceFile,
  DataPlaneAuthenticator,
  type FormerCredential,
  parseWorkspaceFile,
  TokenAuthenticator,
} from '../src/index.js';
import { connectCatalog, useCatalogDatabase } from './catalog-database.js';
import { useTestClock } from './test-clock.js';

const database = useCatalogDatabase();
const clock = useTestClock();

const SECRETS = {
  workspace: 'lth_dp_0123456789abcdefghijkl',
  namespace: 'lth_ns_0123456789abcdefghijkl',
  empty: 'lth_empty_0123456789abcdefghijkl',
  user: 'lth_user_0123456789abcdefghijkl',
};

const FILE = {
  workspaces: [
    { id: 'ws_b', dataPlanes: [{ name: 'eu-1', token: SECRETS.workspace }] },
    {
      id: 'ws_A',
      tokens: [{ name: 'u', email: 'u@example.com', token: SECRETS.user, role: 'admin' }],
    },
    { id: 'ws_c' },
  ],
  namespaces: [
    {
      id: 'ns',
      workspaces: ['ws_b', 'ws_A'],
      dataPlanes: [{ name: 'multi-1', token: SECRETS.namespace }],
    },
    { id: 'ns_empty', dataPlanes: [{ name: 'multi-1', token: SECRETS.empty }] },
  ],
};

const apply = (file: object) =>
  applyWorkspaceFile(database.connection, parseWorkspaceFile(JSON.stringify(file), {}));

beforeAll(() => apply(FILE));

const ID = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;

describe('DataPlaneAuthenticator', () => {
  it('returns the workspace or the namespace of a secret', async () => {
    const authenticator = new DataPlaneAuthenticator(database.connection);
    expect(await authenticator.authenticate(SECRETS.workspace)).toEqual({
      dataPlaneId: ID,
      name: 'eu-1',
      workspaceIds: ['ws_b'],
      workspaceId: 'ws_b',
    });
    expect(await authenticator.authenticate(SECRETS.namespace)).toEqual({
      dataPlaneId: ID,
      name: 'multi-1',
      workspaceIds: ['ws_A', 'ws_b'],
      namespaceId: 'ns',
    });
    expect(await authenticator.authenticate(SECRETS.empty)).toMatchObject({ workspaceIds: [] });
  });

  it.each([
    ['an empty text', ''],
    ["a user's token", SECRETS.user],
    ['a secret that does not exist', 'lth_dp_nope'],
    ['a text that no database can store', '\u0000'],
    ['a secret that is far too long', 'x'.repeat(100_000)],
  ])('rejects %s', async (_, secret) => {
    const authenticator = new DataPlaneAuthenticator(database.connection);
    expect(await authenticator.authenticate(secret)).toBeUndefined();
  });

  it('shares no secrets with TokenAuthenticator, which rejects the secrets of data planes', async () => {
    const tokens = new TokenAuthenticator(database.connection);
    for (const secret of [SECRETS.workspace, SECRETS.namespace]) {
      expect(await tokens.authenticate(secret)).toBeUndefined();
    }
  });

  it('returns a new workspace of a namespace within 5 s', async () => {
    const authenticator = new DataPlaneAuthenticator(database.connection);
    expect(await authenticator.authenticate(SECRETS.empty)).toMatchObject({ workspaceIds: [] });
    await apply({
      workspaces: [{ id: 'ws_c' }],
      namespaces: [{ id: 'ns_empty', workspaces: ['ws_c'] }],
    });
    clock.advance(5_000);
    expect(await authenticator.authenticate(SECRETS.empty)).toMatchObject({
      workspaceIds: ['ws_c'],
    });
  });

  it('rejects a revoked secret within 5 s, even with a longer ttlMs', async () => {
    await apply({
      workspaces: [
        { id: 'ws_c', dataPlanes: [{ name: 'old', token: 'lth_old_0123456789abcdefghijkl' }] },
      ],
    });
    const authenticator = new DataPlaneAuthenticator(database.connection, { ttlMs: 3_600_000 });
    const ask = () => authenticator.authenticate('lth_old_0123456789abcdefghijkl');
    expect(await ask()).toBeDefined();
    await database.connection.query(
      `update catalog.data_planes set revoked_at = now() where name = 'old'`,
    );
    clock.advance(5_000);
    expect(await ask()).toBeUndefined();
    const ended: FormerCredential[] = [];
    await authenticator.authenticate('lth_old_0123456789abcdefghijkl', undefined, (one) => {
      ended.push(one);
    });
    expect(ended).toEqual([
      { endedBy: 'revoked', id: ID, name: 'old', owner: { workspaceId: 'ws_c' } },
    ]);
  });

  it('throws `unavailable` for a secret that is not cached if the database is unreachable', async () => {
    const connection = connectCatalog(database.url);
    await connection.start();
    const authenticator = new DataPlaneAuthenticator(connection);
    await connection.stop();
    await expect(authenticator.authenticate(SECRETS.workspace)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
