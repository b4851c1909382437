import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, spawnApp, useTestDatabase } from '@lethe/testing';

const MAIN = join(import.meta.dirname, '../dist/bundle/main.js');
const folder = mkdtempSync(join(tmpdir(), 'lethe-shared-names-'));
const database = useTestDatabase();

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('a gateway warns at its start if workspaces of a namespace share ids', async () => {
  const workspaces = ['ws_a', 'ws_b', 'ws_c'].map((id) => ({
    id,
    sources: [{ id: 'src', name: 'S', type: 'HTTP' }],
  }));
  const namespaces = [
    { id: 'ns', workspaces: ['ws_a', 'ws_b'] },
    { id: 'ns_alone', workspaces: ['ws_c'] },
  ];
  const file = join(folder, 'workspaces.json');
  writeFileSync(file, JSON.stringify({ workspaces, namespaces }));
  const gateway = spawnApp({
    args: [MAIN],
    env: {
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      LETHE_WORKSPACE_FILE: file,
      LETHE_REGULATION_ADDRESS: `127.0.0.1:${await freePort()}`,
      LETHE_DATA_DIR: folder,
      KAFKA_BROKERS: `127.0.0.1:${await freePort()}`,
      LETHE_SECRET_KEY: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    },
  });
  try {
    const [line] = await gateway.waitForLine(/^.*lethe namespace shared.*$/);
    const expected = { level: 'warn', namespace: 'ns', writeKeys: 0, ids: 1 };
    expect(JSON.parse(line)).toMatchObject(expected);
  } finally {
    await gateway.stop();
  }
  expect(gateway.stdout.filter((line) => line.includes('lethe namespace shared'))).toHaveLength(1);
});
