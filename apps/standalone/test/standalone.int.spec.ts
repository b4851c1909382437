import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, spawnApp, useTestDatabase, type SpawnedApp } from '@lethe/testing';
import pg from 'pg';

const MAIN = join(import.meta.dirname, '../dist/bundle/main.js');
const folders: string[] = [];
const apps: SpawnedApp[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-standalone-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  folders.push(folder);
  return folder;
}

function start(env: Record<string, string>): SpawnedApp {
  const app = spawnApp({ args: [MAIN], env });
  apps.push(app);
  return app;
}

async function startReady(dataDir: string, env: Record<string, string> = {}) {
  const port = String(await freePort());
  const app = start({ PORT: port, LETHE_DATA_DIR: dataDir, ...env });
  await app.waitForLine(/Ctrl-C stops it/);
  const url = `http://127.0.0.1:${port}`;
  const token = readFileSync(join(dataDir, 'demo-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { app, url, token, headers };
}

const create = (url: string, headers: Record<string, string>, ...userIds: string[]) =>
  fetch(`${url}/v2/regulations`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      regulationType: 'suppress',
      users: userIds.map((userId) => ({ userId })),
    }),
  });
const listed = async (url: string, headers: Record<string, string>) => {
  const page = (await (await fetch(`${url}/v2/regulations`, { headers })).json()) as {
    data: { attributes: { userId: string } }[];
  };
  return page.data.map((record) => record.attributes.userId);
};
/** Returns the command lines of processes that contain the folder. */
const processesIn = (folder: string) =>
  execFileSync('ps', ['-eo', 'args'])
    .toString()
    .split('\n')
    .filter((line) => line.includes(folder));

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.stop()));
});
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  /**
   * One folder for all tests, because the first start creates a database in it, and that takes
   * long.
   */
  const home = newFolder();

  it('starts in an empty folder, prints first steps, keeps its data, and stops all processes', async () => {
    const first = await startReady(home);
    expect(statSync(join(home, 'demo-token')).mode & 0o777).toBe(0o600);
    expect(first.app.output).toContain(`${first.url}/docs`);
    expect(first.app.output).toContain(first.token);
    const answer = await create(first.url, first.headers, 'kept');
    expect([answer.status, await answer.text()]).toEqual([201, 'Created']);
    first.app.kill('SIGINT');
    expect(await first.app.exited).toEqual({ code: 0, signal: null });
    expect(processesIn(home)).toEqual([]);

    const second = await startReady(home);
    expect(second.token).toBe(first.token);
    expect(await listed(second.url, second.headers)).toEqual(['kept']);
  });

  it('has each acknowledged change exactly once after kill -9, and applies the rate limits', async () => {
    const first = await startReady(home);
    const before = await listed(first.url, first.headers);
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await create(first.url, first.headers, `user-${turn}`)).status).toBe(201);
    }
    first.app.kill('SIGKILL');
    await first.app.exited;
    const second = await startReady(home, { LETHE_RATE_USERS: '1' });
    const acknowledged = Array.from({ length: 20 }, (_, turn) => `user-${turn}`);
    const after = await listed(second.url, second.headers);
    expect(after.sort()).toEqual([...before, ...acknowledged].sort());
    const many = Array.from({ length: 1_000 }, (_, n) => `many-${n}`);
    expect((await create(second.url, second.headers, ...many)).status).toBe(201);
    const refused = await create(second.url, second.headers, 'too soon');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await fetch(`${second.url}/v2/sources`, { headers: second.headers })).status).toBe(200);
  });

  it('reports in one line that the port is in use', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    blocker.unref();
    const { port } = await new Promise<{ port: number }>((resolve) => {
      blocker.once('listening', () => {
        resolve(blocker.address() as { port: number });
      });
    });
    const app = start({ PORT: String(port), LETHE_DATA_DIR: home });
    expect((await app.exited).code).toBe(1);
    expect(app.stderr).toEqual([expect.stringContaining(`Port ${port}`)]);
    expect(processesIn(home)).toEqual([]);
  });

  it('reports in one line that the folder is unusable', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    const app = start({ PORT: '0', LETHE_DATA_DIR: join(file, 'data') });
    expect((await app.exited).code).toBe(1);
    expect(app.stderr).toEqual([expect.stringContaining('LETHE_DATA_DIR')]);
  });

  it('lists all mistakes in the environment', async () => {
    const app = start({ PORT: 'eighty', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' });
    expect((await app.exited).code).toBe(1);
    expect(app.stderr.join('\n')).toMatch(/PORT[^]*LOG_LEVEL[^]*DATABASE_URL/);
    expect(app.stderr).toHaveLength(4);
  });

  it('lists all mistakes of a workspace file, and reports a missing file', async () => {
    const dataDir = newFolder();
    const file = join(dataDir, 'workspaces.yaml');
    writeFileSync(file, 'workspaces:\n  - id: "a b"\n    nme: X\n');
    const wrong = start({ PORT: '0', LETHE_DATA_DIR: dataDir, LETHE_WORKSPACE_FILE: file });
    expect((await wrong.exited).code).toBe(1);
    expect(wrong.output).toMatch(/workspaces\[0\]\.id/);
    expect(wrong.output).toMatch(/nme/);
    const missing = start({
      PORT: '0',
      LETHE_DATA_DIR: dataDir,
      LETHE_WORKSPACE_FILE: `${file}.not`,
    });
    expect((await missing.exited).code).toBe(1);
    expect(missing.stderr).toEqual([expect.stringContaining(`${file}.not`)]);
  });

  it('rejects a database that is too old to migrate, shows its folder, and starts when the folder was moved away', async () => {
    const before = await startReady(home);
    const { url } = JSON.parse(readFileSync(join(home, 'database.json'), 'utf8')) as {
      url: string;
    };
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const [schema, newest] of [
      ['catalog', 13],
      ['regulation', 26],
    ] as const) {
      await client.query(`delete from ${schema}.compatibility`);
      await client.query(`insert into ${schema}.compatibility values (${newest}, 1)`);
      await client.query(`update ${schema}.migrations set name = 'older-00000000000${newest}'`);
    }
    await client.end();
    before.app.kill('SIGINT');
    await before.app.exited;

    const refused = start({ PORT: '0', LETHE_DATA_DIR: home });
    expect((await refused.exited).code).toBe(1);
    const folder = join(home, 'postgres');
    expect(refused.stderr).toEqual([
      expect.stringMatching(
        `"catalog" is too old to migrate.*Nothing was changed.*in the folder ${folder}. If you move this folder away`,
      ),
    ]);
    expect(processesIn(home)).toEqual([]);
    renameSync(folder, join(home, 'older'));
    const after = await startReady(home);
    expect(await listed(after.url, after.headers)).toEqual([]);
  });
});

describe('npm start with LETHE_DEMO_WORKSPACE=false', () => {
  const database = useTestDatabase();

  it('creates no demo workspace', async () => {
    const dataDir = newFolder();
    const app = start({
      PORT: '0',
      LETHE_DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      LETHE_DEMO_WORKSPACE: 'false',
    });
    await app.waitForLine(/Ctrl-C stops it/);
    expect(app.output).not.toContain('lth_');
    expect(existsSync(join(dataDir, 'demo-token'))).toBe(false);
  });
});

describe("npm start on an operator's own database", () => {
  const database = useTestDatabase();
  const token = 'lth_file_0123456789abcdefghijklmnop';
  let app: SpawnedApp;
  let url: string;

  beforeAll(async () => {
    const dataDir = newFolder();
    const file = join(dataDir, 'workspaces.yaml');
    writeFileSync(
      file,
      `workspaces:\n  - id: ws_file\n    name: File\n    tokens:\n      - { name: t, email: a@example.com, token: ${token}, role: admin }\n`,
    );
    const port = String(await freePort());
    url = `http://127.0.0.1:${port}`;
    app = start({
      PORT: port,
      LETHE_DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      LETHE_WORKSPACE_FILE: file,
      LOG_LEVEL: 'trace',
    });
    await app.waitForLine(/Ctrl-C stops it/);
  });

  it('never prints a token of a workspace file', async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect((await create(url, headers, 'u')).status).toBe(201);
    expect(app.output).not.toContain(token);
  });

  it('rejects a database that a newer version of Lethe has changed irreversibly', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('insert into regulation.compatibility values (99, 98)');
    await client.end();
    const older = start({ PORT: '0', LETHE_DATA_DIR: newFolder(), DATABASE_URL: database.url });
    expect((await older.exited).code).toBe(1);
    expect(older.stderr).toEqual([expect.stringMatching(/newer Lethe.*Upgrade/)]);
  });
});
