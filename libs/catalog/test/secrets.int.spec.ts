import {
  applyWorkspaceFile,
  CatalogReader,
  checkSecretKey,
  parseWorkspaceFile,
  resealSecrets,
  SecretBox,
  SecretKeyError,
} from '../src/index.js';
import { BOX, useCatalogDatabase } from './catalog-database.js';

const database = useCatalogDatabase();
const SECRETS = ['Bearer very-secret', 'sign-me-please', 'geo-api-key-value', 'old-plain-secret'];

const FILE = {
  workspaces: [
    {
      id: 'ws_a',
      credentials: [{ key: 'geo', value: SECRETS[2] }],
      transformations: [{ id: 'tr', name: 'T', code: 'x' }],
      destinations: [
        {
          id: 'dst',
          name: 'D',
          type: 'WEBHOOK',
          transformation: 'tr',
          config: {
            webhookUrl: 'https://example.com',
            headers: [
              { from: 'authorization', to: SECRETS[0] },
              { from: 'empty', to: '' },
            ],
            deletionSecret: SECRETS[1],
          },
        },
      ],
    },
  ],
};
const [{ destinations }] = FILE.workspaces as [(typeof FILE.workspaces)[number]];
const CONFIG = destinations[0]!.config;

const box = (...ids: readonly number[]) =>
  new SecretBox(ids.map((id) => ({ id: `k${id}`, bytes: Buffer.alloc(32, id) })));
const apply = (by: SecretBox) =>
  applyWorkspaceFile(database.connection, parseWorkspaceFile(JSON.stringify(FILE), {}), by);
const read = async (by: SecretBox, id = 'dst') =>
  new CatalogReader(database.connection, by).findTestTarget('ws_a', id);

async function everythingStored(): Promise<string> {
  const rows = await database.connection.query(
    `select to_jsonb(d)::text as text from catalog.destinations d
     union all select to_jsonb(c)::text from catalog.credentials c
     union all select to_jsonb(s)::text from catalog.secret_check s`,
  );
  return JSON.stringify(rows);
}

describe('stored secrets', () => {
  it('are stored only in encrypted form, and are returned unchanged', async () => {
    await apply(BOX);
    const stored = await everythingStored();
    expect(stored).toContain('https://example.com');
    for (const secret of SECRETS) expect(stored).not.toContain(secret);
    const target = await read(BOX);
    expect(target?.destination.config).toEqual(CONFIG);
    expect(target?.credentials).toEqual({ geo: SECRETS[2] });
  });

  it('do not change when the same file is applied again', async () => {
    const before = await everythingStored();
    const summary = await apply(BOX);
    expect(summary.destinations).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect(summary.credentials).toEqual({ created: 0, updated: 0, unchanged: 1 });
    expect(await everythingStored()).toBe(before);
  });

  it('cannot be decrypted in another row or at another path', async () => {
    await database.connection.query(
      `insert into catalog.destinations (workspace_id, id, name, type, enabled, connection_mode, config)
       select workspace_id, 'copy', name, type, enabled, connection_mode, config
       from catalog.destinations where id = 'dst'`,
    );
    await database.connection.query(
      `insert into catalog.destinations (workspace_id, id, name, type, enabled, connection_mode, config)
       select workspace_id, 'moved', name, type, enabled, connection_mode,
         jsonb_build_object('webhookUrl', config -> 'deletionSecret')
       from catalog.destinations where id = 'dst'`,
    );
    await expect(read(BOX, 'copy')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(read(BOX, 'moved')).rejects.toMatchObject({ code: 'unavailable' });
    await database.connection.query(
      `delete from catalog.destinations where id in ('copy', 'moved')`,
    );
  });

  it('are not confused with a given value that looks encrypted, which is returned unchanged', async () => {
    const forged = { $sealed: 'k1:AAAA' };
    const file = {
      workspaces: [
        {
          id: 'ws_a',
          destinations: [
            { id: 'forged', name: 'F', type: 'WEBHOOK', config: { consentManagement: forged } },
          ],
        },
      ],
    };
    await applyWorkspaceFile(
      database.connection,
      parseWorkspaceFile(JSON.stringify(file), {}),
      BOX,
    );
    expect((await read(BOX, 'forged'))?.destination.config).toEqual({ consentManagement: forged });
    await database.connection.query(`delete from catalog.destinations where id = 'forged'`);
  });

  it('stay encrypted in a configuration that is read without their key', async () => {
    const reader = new CatalogReader(database.connection, box(9));
    const config = (await reader.findDestinations('ws_a', ['dst']))[0]?.config;
    expect(config).toMatchObject({ webhookUrl: 'https://example.com' });
    expect(JSON.stringify(config)).not.toContain(SECRETS[1]);
  });
});

describe('the key', () => {
  it('encrypts all plain-text secrets at the first start', async () => {
    await database.connection.query(
      `insert into catalog.destinations (workspace_id, id, name, type, enabled, connection_mode, config)
       values ('ws_a', 'old', 'Old', 'WEBHOOK', true, 'cloud', $1)`,
      [{ deletionSecret: SECRETS[3] }],
    );
    await database.connection.query(
      `insert into catalog.credentials (workspace_id, key, value) values ('ws_a', 'old', $1)`,
      [SECRETS[3]],
    );
    expect((await read(BOX, 'old'))?.destination.config).toEqual({ deletionSecret: SECRETS[3] });

    await Promise.all([
      checkSecretKey(database.connection, BOX),
      checkSecretKey(database.connection, BOX),
    ]);
    expect(await everythingStored()).not.toContain(SECRETS[3]);
    expect((await read(BOX, 'old'))?.destination.config).toEqual({ deletionSecret: SECRETS[3] });
  });

  it('encrypts variables that were not secret in an earlier release', async () => {
    const token = 'T024/B0/xyz9876secret';
    const webhookUrl = `https://hooks.slack.com/services/${token}`;
    const apiUrl = 'https://api.example.com/v1/hook';
    const store = (id: string, type: string, config: object) =>
      database.connection.query(
        `insert into catalog.destinations (workspace_id, id, name, type, enabled, connection_mode, config)
         values ('ws_a', $1, 'Old', $2, true, 'cloud', $3)`,
        [id, type, config],
      );
    const http = {
      apiUrl,
      headers: [
        { to: 'x-key', from: 'constant-1234' },
        { to: 'x-user', from: '$.userId' },
      ],
      queryParams: [{ to: 'k', from: "'constant-5678'" }],
    };
    const mapping = {
      event_type: 'Bought',
      token: 'xoxb-1234567890-abcdef',
      at: { '@path': '$.a1' },
    };
    const amplitude = { presets: [{ name: 'Track Calls', mapping }] };
    await store('slack', 'WEBHOOK', { webhookUrl });
    await store('http', 'HTTP', http);
    await store('amplitude', 'AMPLITUDE', amplitude);
    await checkSecretKey(database.connection, BOX);
    // The new secrets are still plain text, because `sealed_version` says that all secrets are
    // encrypted.
    expect(await everythingStored()).toContain(token);

    await database.connection.query('update catalog.secret_check set sealed_version = 1');
    await checkSecretKey(database.connection, BOX);
    const stored = await everythingStored();
    for (const secret of [token, 'constant-1234', 'constant-5678', 'xoxb-1234567890-abcdef']) {
      expect(stored).not.toContain(secret);
    }
    // Values that are not secret stay plain text.
    for (const plain of [apiUrl, '$.userId']) expect(stored).toContain(plain);
    expect((await read(BOX, 'slack'))?.destination.config).toEqual({ webhookUrl });
    expect((await read(BOX, 'http'))?.destination.config).toEqual(http);
    expect((await read(BOX, 'amplitude'))?.destination.config).toEqual(amplitude);
    await database.connection.query(
      `delete from catalog.destinations where id in ('slack', 'http', 'amplitude')`,
    );
  });

  it('must be the same at each start', async () => {
    await checkSecretKey(database.connection, BOX);
    for (const wrong of [
      box(2),
      new SecretBox([{ id: 'k1', bytes: Buffer.alloc(32, 2) }]), // the same id with other bytes
    ]) {
      await expect(checkSecretKey(database.connection, wrong)).rejects.toThrow(SecretKeyError);
    }
  });

  it('can be rotated by adding a new key, encrypting all secrets again and removing the old key', async () => {
    await checkSecretKey(database.connection, box(2, 1));
    expect((await read(box(2, 1)))?.destination.config).toEqual(CONFIG);
    await expect(read(box(2))).rejects.toMatchObject({ code: 'unavailable' });

    expect(await resealSecrets(database.connection, box(2, 1))).toEqual({
      destinations: 2,
      credentials: 2,
      unreadable: 0,
    });
    expect(await resealSecrets(database.connection, box(2, 1))).toEqual({
      destinations: 0,
      credentials: 0,
      unreadable: 0,
    });
    await checkSecretKey(database.connection, box(2));
    expect((await read(box(2)))?.destination.config).toEqual(CONFIG);
    expect((await read(box(2)))?.credentials).toEqual({ geo: SECRETS[2], old: SECRETS[3] });
    await expect(checkSecretKey(database.connection, BOX)).rejects.toThrow(SecretKeyError);
  });

  it('changes nothing if it cannot decrypt the stored secrets', async () => {
    const before = await everythingStored();
    await expect(resealSecrets(database.connection, box(7))).rejects.toThrow(SecretKeyError);
    expect(await everythingStored()).toBe(before);
  });
});
