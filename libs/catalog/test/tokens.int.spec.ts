import { jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { ROLES } from '@lethe/contracts';
import {
  applyWorkspaceFile,
  CatalogError,
  createToken,
  type FormerCredential,
  listTokens,
  type OnFormer,
  parseWorkspaceFile,
  revokeToken,
  TokenAuthenticator,
} from '../src/index.js';
import { connectCatalog, useCatalogDatabase } from './catalog-database.js';
import { useTestClock } from './test-clock.js';

const database = useCatalogDatabase();
const clock = useTestClock();
let names = 0;

async function newToken(expiresAt?: Date) {
  const request = {
    workspaceId: 'ws',
    name: `token ${(names += 1)}`,
    email: 'Ops@Example.com',
    scopes: ROLES.viewer,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
  return { ...request, ...(await createToken(database.connection, request)) };
}

/** Deletes a token in the database only, so that caches still have it. */
async function deleteToken(token: string) {
  await database.connection.query('delete from catalog.tokens where hash = $1', [
    createHash('sha256').update(token).digest(),
  ]);
}

beforeAll(async () => {
  const document = parseWorkspaceFile('{ workspaces: [{ id: ws }, { id: ws_other }] }', {});
  await applyWorkspaceFile(database.connection, document);
});

describe('tokens', () => {
  it('are random, and are shown only once', async () => {
    const [first, second] = [await newToken(), await newToken()];
    expect(first.token).toMatch(/^lth_[\w-]{32}\.[\w-]{6}$/);
    expect(first.token).not.toBe(second.token);
    const listed = await listTokens(database.connection, 'ws');
    expect(listed.map(({ name }) => name)).toContain(first.name);
    expect(JSON.stringify(listed)).not.toContain(first.token);
  });

  it('are revoked permanently', async () => {
    const { name, token } = await newToken();
    const { revokedAt } = await revokeToken(database.connection, { workspaceId: 'ws', name });
    expect(await revokeToken(database.connection, { workspaceId: 'ws', name })).toEqual({
      revokedAt,
    });
    const ended: FormerCredential[] = [];
    const authenticator = new TokenAuthenticator(database.connection);
    const found = await authenticator.authenticate(token, undefined, (one) => void ended.push(one));
    expect(found).toBeUndefined();
    const id = expect.any(String) as string;
    expect(ended).toEqual([{ endedBy: 'revoked', id, name, owner: { workspaceId: 'ws' } }]);
  });

  it('cannot be created, listed or revoked with a wrong name, workspace or value', async () => {
    const { name } = await newToken();
    const request = { workspaceId: 'ws', name, email: 'a@b.c', scopes: ROLES.viewer };
    const attempts = [
      () => createToken(database.connection, request),
      () => createToken(database.connection, { ...request, workspaceId: 'nope' }),
      () => createToken(database.connection, { ...request, name: ' ', email: 'x', scopes: [] }),
      () => createToken(database.connection, { ...request, name: 'past', expiresAt: new Date(0) }),
      () => revokeToken(database.connection, { workspaceId: 'ws', name: 'nope' }),
      () => revokeToken(database.connection, { workspaceId: 'ws_other', name }),
      () => listTokens(database.connection, 'nope'),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toBeInstanceOf(CatalogError);
  });
});

describe('TokenAuthenticator', () => {
  it('returns the identity of a token', async () => {
    const { token, name } = await newToken();
    expect(await new TokenAuthenticator(database.connection).authenticate(token)).toEqual({
      tokenId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      workspaceId: 'ws',
      name,
      email: 'Ops@Example.com',
      scopes: ['regulations:read', 'catalog:read'],
      workspaceName: 'ws',
      createdAt: expect.any(Date) as Date,
    });
  });

  it.each([
    ['an empty text', ''],
    ['a token that does not exist', 'nope'],
    ['a text that no database can store', '\u0000'],
    ['a token that is far too long', 'x'.repeat(100_000)],
  ])('rejects %s', async (_, token) => {
    expect(await new TokenAuthenticator(database.connection).authenticate(token)).toBeUndefined();
  });

  it('queries again after ttlMs', async () => {
    const authenticator = new TokenAuthenticator(database.connection, { ttlMs: 5_000 });
    const { token } = await newToken();
    expect(await authenticator.authenticate(token)).toBeDefined();
    clock.stand();
    await deleteToken(token);
    expect(await authenticator.authenticate(token)).toBeDefined();
    clock.advance(5_000);
    expect(await authenticator.authenticate(token)).toBeUndefined();
  });

  it('does not use an answer for longer than 5 s, even if ttlMs is longer', async () => {
    const authenticator = new TokenAuthenticator(database.connection, { ttlMs: 3_600_000 });
    const { token, name } = await newToken();
    expect(await authenticator.authenticate(token)).toBeDefined();
    clock.stand();
    await revokeToken(database.connection, { workspaceId: 'ws', name });
    expect(await authenticator.authenticate(token)).toBeDefined();
    clock.advance(5_000);
    expect(await authenticator.authenticate(token)).toBeUndefined();
  });

  it('rejects a cached token after its expiry', async () => {
    const authenticator = new TokenAuthenticator(database.connection, { ttlMs: 5_000 });
    const expiresAt = Date.now() + 3_600_000;
    const { token } = await newToken(new Date(expiresAt));
    expect(await authenticator.authenticate(token)).toBeDefined();
    clock.stand();
    const date = jest.spyOn(Date, 'now').mockReturnValue(expiresAt - 1);
    expect(await authenticator.authenticate(token)).toBeDefined();
    date.mockReturnValue(expiresAt);
    const onFormer = jest.fn<OnFormer>();
    expect(await authenticator.authenticate(token, undefined, onFormer)).toBeUndefined();
    expect(onFormer.mock.calls).toMatchObject([[{ endedBy: 'expired' }]]);
  });

  it('sends only one query for concurrent callers', async () => {
    const connection = connectCatalog(database.url);
    await connection.start();
    let queries = 0;
    const counting = Object.assign(Object.create(connection) as typeof connection, {
      query: (sql: string, parameters: unknown[]) => {
        queries += 1;
        return connection.query(sql, parameters);
      },
    });
    const { token } = await newToken();
    const authenticator = new TokenAuthenticator(counting);
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => authenticator.authenticate(token)),
    );
    await connection.stop();
    expect(answers.every((answer) => answer?.workspaceId === 'ws')).toBe(true);
    expect(queries).toBe(1);
  });

  it('throws `unavailable` for a token that is not cached if the database is unreachable', async () => {
    const connection = connectCatalog(database.url);
    await connection.start();
    const { token } = await newToken();
    const authenticator = new TokenAuthenticator(connection);
    expect(await authenticator.authenticate(token)).toBeDefined();
    await connection.stop();
    const unavailable = { code: 'unavailable' };
    await expect(authenticator.authenticate('lth_unknown')).rejects.toMatchObject(unavailable);
    clock.advance(5_000);
    await expect(authenticator.authenticate(token)).rejects.toMatchObject(unavailable);
  });

  it('records the last use of a token, with an accuracy of an hour', async () => {
    const authenticator = new TokenAuthenticator(database.connection);
    const { token, name } = await newToken();
    const lastUsed = async () =>
      (await listTokens(database.connection, 'ws')).find((each) => each.name === name)?.lastUsedAt;
    await authenticator.authenticate(token);
    expect(await lastUsed()).toBeUndefined();
    await authenticator.stop();
    const first = await lastUsed();
    expect(first).toBeInstanceOf(Date);

    const later = new TokenAuthenticator(database.connection);
    await later.authenticate(token);
    await later.stop();
    expect(await lastUsed()).toEqual(first);
    await database.connection.query(
      `update catalog.tokens set last_used_at = last_used_at - interval '61 minutes'`,
    );
    const muchLater = new TokenAuthenticator(database.connection);
    await muchLater.authenticate(token);
    await muchLater.stop();
    expect((await lastUsed())!.getTime()).toBeGreaterThanOrEqual(first!.getTime());
  });
});
