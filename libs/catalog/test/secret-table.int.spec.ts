import { DATA_PLANE_SCOPES, FIXED_LIMITS, ROLES, type Scope } from '@lethe/contracts';
import {
  applyWorkspaceFile,
  CatalogEditor,
  createToken,
  DataPlaneAuthenticator,
  parseWorkspaceFile,
  revokeToken,
  TokenAuthenticator,
  type FormerCredential,
  type TokenCreator,
} from '../src/index.js';
import { waitFor } from '@lethe/testing';
import { BOX, useCatalogDatabase } from './catalog-database.js';

const database = useCatalogDatabase();
const HOUR_MS = 3_600_000;
let editor: CatalogEditor;
let names = 0;

beforeAll(async () => {
  const document = parseWorkspaceFile('{ workspaces: [{ id: ws }, { id: other }] }', {});
  await applyWorkspaceFile(database.connection, document);
  editor = new CatalogEditor({
    database: database.connection,
    box: BOX,
    onChange: () => undefined,
  });
});

/** Creates an operator token that the tests use to create other tokens. */
async function maker(
  scopes: readonly Scope[],
  { expiresAt, workspaceId = 'ws' }: { expiresAt?: Date; workspaceId?: string } = {},
): Promise<TokenCreator> {
  const name = `maker ${(names += 1)}`;
  const { token } = await createToken(database.connection, {
    ...{ workspaceId, name, email: 'ops@example.com', scopes },
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  return (await new TokenAuthenticator(database.connection).authenticate(token))!;
}

const values = (scopes: readonly Scope[], expiresAt?: Date) => ({
  name: `made ${(names += 1)}`,
  email: 'ci@example.com',
  scopes,
  ...(expiresAt === undefined ? {} : { expiresAt }),
});

const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

describe('a token that another token creates', () => {
  it('has the requested scopes and the name of its creator', async () => {
    const owner = await maker(ROLES.owner);
    const given = values(ROLES.viewer, inHours(1));
    const { item, secret } = await editor.tokens.make(owner, given);
    expect(item).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      ...given,
      state: 'active',
      createdAt: expect.any(Date) as Date,
      createdBy: owner.name,
    });
    const found = await new TokenAuthenticator(database.connection).authenticate(secret);
    expect(found).toMatchObject({ tokenId: item.id, workspaceId: 'ws', scopes: ROLES.viewer });
  });

  it('cannot have more scopes than its creator', async () => {
    const some = await maker(['tokens:write', 'regulations:read']);
    await editor.tokens.make(some, values(['regulations:read']));
    await expect(
      editor.tokens.make(some, values(['regulations:read', 'catalog:write'])),
    ).rejects.toMatchObject({
      code: 'insufficient_scope',
      message: expect.stringContaining('catalog:write') as string,
    });
    const admin = await maker(ROLES.admin);
    await expect(editor.tokens.make(admin, values(ROLES.viewer))).rejects.toMatchObject({
      code: 'insufficient_scope',
      message: expect.stringContaining('tokens:write') as string,
    });
  });

  it('cannot expire later than its creator', async () => {
    const end = inHours(1);
    const short = await maker(ROLES.owner, { expiresAt: end });
    await editor.tokens.make(short, values(ROLES.viewer, end));
    for (const later of [undefined, new Date(end.getTime() + 1)]) {
      await expect(editor.tokens.make(short, values(ROLES.viewer, later))).rejects.toMatchObject({
        code: 'invalid_request',
        details: { expiresAt: expect.stringContaining(end.toISOString()) as string },
      });
    }
  });

  it('is not created after its creator was revoked or has expired, even if the creator is cached', async () => {
    const revoked = await maker(ROLES.owner);
    await revokeToken(database.connection, { workspaceId: 'ws', name: revoked.name });
    const expired = await maker(ROLES.owner, { expiresAt: inHours(1) });
    await database.connection.query(
      `update catalog.tokens set expires_at = now() where name = $1`,
      [expired.name],
    );
    for (const gone of [revoked, expired]) {
      await expect(editor.tokens.make(gone, values(ROLES.viewer))).rejects.toMatchObject({
        code: 'unauthorized',
      });
    }
  });

  it('is not created if its creator is being revoked concurrently', async () => {
    const owner = await maker(ROLES.owner);
    let making: Promise<unknown> | undefined;
    await database.connection.transaction(async (manager) => {
      await manager.query('update catalog.tokens set revoked_at = now() where id = $1', [
        owner.tokenId,
      ]);
      making = editor.tokens.make(owner, values(ROLES.viewer)).catch((error: unknown) => error);
      await waitFor(async () => {
        const waiting = await database.connection.query(
          `select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      });
    });
    expect(await making).toMatchObject({ code: 'unauthorized' });
  });

  it('needs a name that no other token has, including revoked tokens', async () => {
    const owner = await maker(ROLES.owner);
    const given = values(ROLES.viewer);
    const { item } = await editor.tokens.make(owner, given);
    await editor.tokens.revoke('ws', item.id, owner.name);
    await expect(editor.tokens.make(owner, given)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(given.name) as string,
    });
  });

  it('is refused at the maximum number of tokens, until a token is revoked', async () => {
    const workspaceId = 'other';
    const owner = await maker(ROLES.owner, { workspaceId });
    await database.connection.query(
      `insert into catalog.tokens (workspace_id, name, hash, email, scopes)
       select $1, 'many ' || n, sha256(n::text::bytea), 'a@example.com', '{}' from generate_series(2, $2::int) n`,
      [workspaceId, FIXED_LIMITS.tokensPerWorkspace],
    );
    const refused = editor.tokens.make(owner, values(ROLES.viewer));
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
    await revokeToken(database.connection, { workspaceId, name: 'many 2' });
    await editor.tokens.make(owner, values(ROLES.viewer));
  });
});

describe('tokens', () => {
  it('are listed per workspace and state, newest first', async () => {
    const owner = await maker(ROLES.owner);
    const made = [];
    for (const end of [undefined, inHours(1), undefined]) {
      made.push((await editor.tokens.make(owner, values(ROLES.viewer, end))).item);
    }
    const [active, expired, revoked] = made.map(({ id }) => id);
    await database.connection.query(`update catalog.tokens set expires_at = now() where id = $1`, [
      expired,
    ]);
    await editor.tokens.revoke('ws', revoked!, owner.name);
    for (const [state, id] of [
      ['active', active],
      ['expired', expired],
      ['revoked', revoked],
    ] as const) {
      const { items, total } = await editor.tokens.page('ws', 1, state);
      expect(new Set(items.map((item) => item.state))).toEqual(new Set([state]));
      expect(items.map((item) => item.id)).toContain(id);
      expect(total).toBe(items.length);
      expect((await editor.tokens.page('other', 1, state)).items).not.toContainEqual(
        expect.objectContaining({ id }),
      );
    }
    const { items } = await editor.tokens.page('ws', 1);
    expect(items.slice(0, 3).map(({ id }) => id)).toEqual([revoked, expired, active]);
    expect(items[0]).toMatchObject({ revokedBy: owner.name, revokedAt: expect.any(Date) as Date });
    expect((await editor.tokens.page('ws', 2)).items).toEqual([]);
  });

  it('are revoked permanently, and only by their own workspace', async () => {
    const owner = await maker(ROLES.owner);
    const { item } = await editor.tokens.make(owner, values(ROLES.viewer));
    await expect(editor.tokens.revoke('other', item.id, 'x')).rejects.toMatchObject({
      code: 'not_found',
    });
    await editor.tokens.revoke('ws', item.id, 'first');
    const [before] = (await editor.tokens.page('ws', 1, 'revoked')).items;
    await editor.tokens.revoke('ws', item.id, 'second');
    await database.connection.query(
      `update catalog.tokens set revoked_at = null, hash = sha256('new') where id = $1`,
      [item.id],
    );
    const [after] = (await editor.tokens.page('ws', 1, 'revoked')).items;
    expect(after).toEqual(before);
    expect(after).toMatchObject({ id: item.id, revokedBy: 'first' });
  });
});

describe('a data plane that a token creates', () => {
  const makes: readonly Scope[] = ['data-planes:write', ...DATA_PLANE_SCOPES];

  it('is authenticated by its secret until it is revoked', async () => {
    const token = await maker(makes);
    const { item, secret } = await editor.dataPlanes.make(token, { name: 'eu-1' });
    expect(item).toMatchObject({ name: 'eu-1', state: 'active', createdBy: token.name });
    const ask = () => new DataPlaneAuthenticator(database.connection).authenticate(secret);
    expect(await ask()).toMatchObject({ dataPlaneId: item.id, workspaceIds: ['ws'] });
    await editor.dataPlanes.revoke('ws', item.id, token.name);
    expect(await ask()).toBeUndefined();
  });

  it.each(makes)('is not created without %s', async (scope) => {
    const token = await maker(makes.filter((one) => one !== scope));
    await expect(editor.dataPlanes.make(token, { name: 'never' })).rejects.toMatchObject({
      code: 'insufficient_scope',
      message: expect.stringContaining(scope) as string,
    });
  });

  it('cannot expire later than its creator, and is then reported as expired', async () => {
    const expiresAt = inHours(1);
    const token = await maker(makes, { expiresAt });
    await expect(editor.dataPlanes.make(token, { name: 'for ever' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    const { item, secret } = await editor.dataPlanes.make(token, { name: 'short', expiresAt });
    await database.connection.query(
      'update catalog.data_planes set expires_at = now() where id = $1',
      [item.id],
    );
    const ended: FormerCredential[] = [];
    const found = await new DataPlaneAuthenticator(database.connection).authenticate(
      secret,
      undefined,
      (former) => void ended.push(former),
    );
    expect(found).toBeUndefined();
    const owner = { workspaceId: 'ws' };
    expect(ended).toEqual([{ endedBy: 'expired', id: item.id, name: 'short', owner }]);
  });

  it('has the time of its last poll, with an accuracy of a minute', async () => {
    const { item, secret } = await editor.dataPlanes.make(await maker(makes), { name: 'seen' });
    const poll = async () => {
      const authenticator = new DataPlaneAuthenticator(database.connection);
      await authenticator.authenticate(secret);
      await authenticator.stop();
      const { items } = await editor.dataPlanes.page('ws', 1);
      return items.find(({ id }) => id === item.id)?.lastUsedAt;
    };
    expect(item.lastUsedAt).toBeUndefined();
    const first = await poll();
    expect(first).toBeInstanceOf(Date);
    expect(await poll()).toEqual(first);
    await database.connection.query(
      `update catalog.data_planes set last_used_at = last_used_at - interval '61 seconds'`,
    );
    expect((await poll())!.getTime()).toBeGreaterThanOrEqual(first!.getTime());
  });
});
