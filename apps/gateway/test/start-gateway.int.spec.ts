import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATALOG_SCHEMA } from '@lethe/catalog';
import { loadConfig, type Environment } from '@lethe/config';
import { createDataSource, migrateSchema } from '@lethe/database';
import type { RunningApp } from '@lethe/observability';
import { freePort, useTestDatabase, waitFor } from '@lethe/testing';
import pg from 'pg';
import { gatewayConfigSchema } from '../src/config/gateway.config.js';
import { startGateway } from '../src/start-gateway.js';
import { startScriptedService } from '@lethe/testing/scripted-regulation-service';

/** By default a lookup is given up after 1.8 s. */
const LONGER_THAN_USUAL = '2.5 seconds';
const LONG_WAIT = `
  select from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock'
     and clock_timestamp() - query_start > $1::interval`;

const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'lethe-gateway-'));
const running: RunningApp[] = [];

afterEach(async () => {
  for (const app of running.splice(0)) await app.stop();
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const keyOf = (n: number) => `k${n}:${Buffer.alloc(32, n).toString('base64')}`;

async function start(environment: Environment) {
  const failures: unknown[] = [];
  const port = await freePort();
  const variables = {
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    LETHE_REGULATION_ADDRESS: `127.0.0.1:${await freePort()}`,
    LETHE_DATA_DIR: folder,
    KAFKA_BROKERS: `127.0.0.1:${await freePort()}`,
    LETHE_KAFKA_START_WAIT: '0',
    LETHE_DRAIN_TIMEOUT: '0', // the tests keep connections open
    LETHE_SECRET_KEY: keyOf(1),
    ...environment,
  };
  const app = await startGateway(
    loadConfig(gatewayConfigSchema, variables),
    variables,
    (error) => void failures.push(error),
  );
  running.push(app);
  return { app, failures, url: `http://127.0.0.1:${port}` };
}

async function readiness(url: string): Promise<unknown> {
  const response = await fetch(`${url}/readyz`);
  return { code: response.status, ...((await response.json()) as object) };
}

describe('a start', () => {
  it('makes the demo workspace before it is ready, and keeps its token for its owner', async () => {
    const { url } = await start({});
    await waitFor(async () => (await fetch(`${url}/readyz`)).status === 200);
    const file = join(folder, 'demo-token');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const token = (await readFile(file, 'utf8')).trim();
    const response = await fetch(`${url}/v2/sources`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
  });

  it('applies the workspace file, with variables of the environment in it', async () => {
    const file = join(folder, 'workspaces.yaml');
    writeFileSync(
      file,
      'workspaces: [{ id: ws_f, name: F, tokens: [{ name: t, email: f@example.com, token: "${T}", role: admin }] }]',
    );
    const T = 'lth_file_0123456789abcdefghijkl';
    const { url } = await start({ LETHE_WORKSPACE_FILE: file, T });
    await waitFor(async () => (await fetch(`${url}/readyz`)).status === 200);
    const response = await fetch(`${url}/v2/sources`, {
      headers: { authorization: `Bearer ${T}` },
    });
    expect(response.status).toBe(200);
  });

  it('with a bad workspace file fails at once, also while the database is away', async () => {
    const file = join(folder, 'bad.yaml');
    writeFileSync(file, 'workspaces: [{ id: "no blanks" }, { idd: x }]');
    await expect(
      start({ LETHE_WORKSPACE_FILE: file, DATABASE_URL: 'postgres://127.0.0.1:1/x' }),
    ).rejects.toMatchObject({ name: 'WorkspaceFileError' });
    await expect(start({ LETHE_WORKSPACE_FILE: join(folder, 'nope') })).rejects.toThrow(
      /cannot be read \(ENOENT\)/,
    );
  });

  it('on a port that is in use fails with the error that says so', async () => {
    const { url } = await start({});
    await expect(start({ PORT: new URL(url).port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('a gateway whose database is away', () => {
  it('is ready all the same, and refuses what needs it', async () => {
    const { url, failures } = await start({
      DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/lethe`,
    });
    await waitFor(async () => (await fetch(`${url}/readyz`)).status === 200);
    expect(await readiness(url)).toMatchObject({
      checks: { database: 'down', regulation: 'down' },
    });
    // How soon it gives up on one that hangs: `askDatabase`.
    const response = await fetch(`${url}/v2/regulations`, {
      headers: { authorization: 'Bearer lth_x' },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    expect(failures).toEqual([]);
  });
});

describe('a gateway whose database does not answer', () => {
  it('waits for a lookup for as long as LETHE_UNAVAILABLE_AFTER says', async () => {
    const { url } = await start({ LETHE_UNAVAILABLE_AFTER: '20' });
    await waitFor(async () => (await fetch(`${url}/readyz`)).status === 200);
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    try {
      await blocker.query('begin; lock table catalog.tokens');
      const lookups = ['lth_one', 'lth_two'].map((token) =>
        fetch(`${url}/v2/sources`, { headers: { authorization: `Bearer ${token}` } }),
      );
      await waitFor(async () => {
        const { rowCount } = await blocker.query(LONG_WAIT, [LONGER_THAN_USUAL]);
        return rowCount !== 0;
      });
      await blocker.query('commit');
      const statuses = (await Promise.all(lookups)).map(({ status }) => status);
      expect(statuses).toEqual([401, 401]); // both were looked up, and are unknown
    } finally {
      await blocker.end();
    }
  });
});

describe('a gateway whose catalog one workspace reads without end', () => {
  it('looks the credentials of others up, reads their catalog, and has its lists wait two at a time', async () => {
    const file = join(folder, 'two-workspaces.json');
    const tokenOf = (id: string) => `lth_${id}_0123456789abcdefghijkl`;
    const workspaces = ['greedy', 'other'].map((id) => {
      const token = { name: 't', email: 't@example.com', token: tokenOf(id), role: 'admin' };
      return { id, tokens: [token] };
    });
    writeFileSync(file, JSON.stringify({ workspaces }));
    const { url } = await start({
      LETHE_WORKSPACE_FILE: file,
      LETHE_UNAVAILABLE_AFTER: '20',
      LETHE_DATABASE_POOL: '7',
    });
    await waitFor(async () => (await fetch(`${url}/readyz`)).status === 200);
    const read = (id: string, path: string) =>
      fetch(`${url}${path}`, { headers: { authorization: `Bearer ${tokenOf(id)}` } });
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    try {
      await blocker.query('begin; lock table catalog.connections');
      const pages = Array.from({ length: 10 }, () => read('greedy', '/v2/connections'));
      await waitFor(async () => {
        await blocker.query('select pg_stat_clear_snapshot()'); // a transaction sees the same all the time
        return (await blocker.query(LONG_WAIT, [LONGER_THAN_USUAL])).rowCount === 2;
      });
      expect((await read('other', '/v2/sources')).status).toBe(200);
      await blocker.query('commit');
      const statuses = (await Promise.all(pages)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200]));
    } finally {
      await blocker.end();
    }
  });
});

describe('a gateway whose Kafka says nothing', () => {
  let silent: Server;
  let connections: Socket[];
  const ready = async (url: string) => (await fetch(`${url}/readyz`)).status === 200;

  /** Starts one that Kafka lets connect, and no more. */
  async function startAtSilent(seconds: number): Promise<string> {
    const { port } = silent.address() as AddressInfo;
    const { url } = await start({
      KAFKA_BROKERS: `127.0.0.1:${port}`,
      LETHE_KAFKA_START_WAIT: String(seconds),
    });
    return url;
  }

  beforeEach(async () => {
    connections = [];
    silent = createServer((connection) => void connections.push(connection));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
  });
  // Before the gateway stops, which waits for an answer.
  afterEach(() => {
    silent.close();
    for (const connection of connections) connection.destroy();
  });

  it('is not ready before it has looked for it', async () => {
    const url = await startAtSilent(600);
    const looking = { code: 503, reasons: ['looking for Kafka'], checks: { database: 'up' } };
    await waitFor(async () => {
      expect(await readiness(url)).toMatchObject(looking);
      return true;
    });
  });

  it('is ready when the time for that is over', async () => {
    const url = await startAtSilent(1);
    await waitFor(() => ready(url));
    expect(await readiness(url)).toMatchObject({ checks: { kafka: 'down' } });
  });
});

describe('a gateway whose regulation service is away', () => {
  it('refuses what needs it, and works once it is there', async () => {
    const port = await freePort();
    const T = 'lth_late_0123456789abcdefghijkl';
    const file = join(folder, 'late.yaml');
    writeFileSync(
      file,
      // The name of the token tells the scripted service what to do.
      `workspaces: [{ id: ws_l, name: L, tokens: [{ name: answer, email: l@example.com, token: ${T}, role: admin }] }]`,
    );
    const { url } = await start({
      LETHE_WORKSPACE_FILE: file,
      LETHE_REGULATION_ADDRESS: `127.0.0.1:${port}`,
    });
    const list = () =>
      fetch(`${url}/v2/regulations`, { headers: { authorization: `Bearer ${T}` } });
    await waitFor(async () => (await list()).status === 503);
    const service = await startScriptedService(port);
    await waitFor(async () => (await list()).status === 200);
    await waitFor(async () => {
      expect(await readiness(url)).toMatchObject({ checks: { database: 'up', regulation: 'up' } });
      return true;
    });
    await service.kill();
    await waitFor(async () => (await list()).status === 503);
  });
});

describe('the key of the secrets', () => {
  it('is needed, and must be that of the database', async () => {
    await expect(start({ LETHE_SECRET_KEY: '' })).rejects.toThrow(/LETHE_SECRET_KEY is missing/);
    const { url } = await start({});
    await waitFor(async () => (await fetch(`${url}/readyz`)).status === 200);
    const { failures } = await start({ LETHE_SECRET_KEY: keyOf(2) });
    await waitFor(() => failures.length > 0);
    expect(failures).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(
          /^LETHE_SECRET_KEY does not open the secrets[^\n]*$/,
        ) as string,
      }),
    ]);
  });

  it('may be a new one in front of it', async () => {
    const { url, failures } = await start({ LETHE_SECRET_KEY: `${keyOf(2)},${keyOf(1)}` });
    await waitFor(async () => (await fetch(`${url}/readyz`)).status === 200);
    expect(failures).toEqual([]);
  });
});

describe('a database that newer code has migrated', () => {
  it('ends the process with a word on it', async () => {
    await migrateSchema(database.url, CATALOG_SCHEMA);
    const source = createDataSource({
      url: database.url,
      schema: CATALOG_SCHEMA.schema,
      applicationName: 'test',
      poolSize: 1,
      statementTimeoutMs: 60_000,
      connectTimeoutMs: 20_000,
    });
    await source.initialize();
    await source.query('insert into catalog.compatibility values (1000, 1000)');
    await source.destroy();
    const { failures } = await start({});
    await waitFor(() => failures.length > 0);
    expect(failures[0]).toMatchObject({ name: 'IncompatibleSchemaError' });
  });
});
