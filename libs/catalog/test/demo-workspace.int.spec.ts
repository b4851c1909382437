import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deletionRefusal } from '@lethe/destination-definitions';
import {
  applyWorkspaceFile,
  CatalogReader,
  ensureDemoWorkspace,
  parseWorkspaceFile,
  revokeToken,
  TokenAuthenticator,
} from '../src/index.js';
import { useCatalogDatabase } from './catalog-database.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lethe-demo-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the demo workspace', () => {
  const database = useCatalogDatabase();
  const ensure = () =>
    ensureDemoWorkspace(database.connection, { tokenFile: join(folder, 'demo-token') });
  let token: string;

  it('is created only once if several processes start at the same time', async () => {
    const [first, ...others] = await Promise.all([ensure(), ensure(), ensure()]);
    token = first!.token;
    expect(others).toEqual([{ token }, { token }]);
    const identity = await new TokenAuthenticator(database.connection).authenticate(token);
    expect(identity).toMatchObject({ workspaceId: 'ws_demo', email: 'demo@example.com' });
    expect(identity?.scopes).toContain('regulations:delete');
  });

  it('has a token file that only its owner can read, and no other file', () => {
    expect(readFileSync(join(folder, 'demo-token'), 'utf8').trim()).toBe(token);
    expect(statSync(join(folder, 'demo-token')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['demo-token']);
  });

  it('has a destination that supports deletions', async () => {
    const reader = new CatalogReader(database.connection);
    const [destination] = await reader.findDestinations('ws_demo', ['dst_hook']);
    expect(destination).toMatchObject({ type: 'WEBHOOK', enabled: true });
    expect(
      deletionRefusal('WEBHOOK', destination!.config, destination!.connectionMode),
    ).toBeUndefined();
    expect(await reader.missingSourceIds('ws_demo', ['src_web'])).toEqual([]);
  });

  it('returns the token at later starts, until it is revoked', async () => {
    expect(await ensure()).toEqual({ token });
    await revokeToken(database.connection, { workspaceId: 'ws_demo', name: 'demo admin' });
    expect(await ensure()).toBeUndefined();
  });
});

describe('a database that has a workspace', () => {
  const database = useCatalogDatabase();

  it('gets no demo workspace', async () => {
    await applyWorkspaceFile(
      database.connection,
      parseWorkspaceFile('{ workspaces: [{ id: ws }] }', {}),
    );
    const tokenFile = join(folder, 'another-token');
    expect(await ensureDemoWorkspace(database.connection, { tokenFile })).toBeUndefined();
    expect(readdirSync(folder)).not.toContain('another-token');
  });
});

describe('a token file that cannot be written', () => {
  const database = useCatalogDatabase();

  it('prevents the creation of the demo workspace', async () => {
    const tokenFile = join(folder, 'demo-token', 'below-a-file');
    await expect(ensureDemoWorkspace(database.connection, { tokenFile })).rejects.toThrow();
    expect(await database.connection.query('select id from catalog.workspaces')).toEqual([]);
  });
});
