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

/** By default, the gateway ends a look-up in the database after 1.8 s. */
const LONGER_THAN_DEFAULT = '2.5 seconds';
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
  it('creates the demo workspace before the gateway is ready, and stores the token in a private file', async () => {
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

  it('applies the workspace file, and replaces references to environment variables', async () => {
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

  it('fails immediately with an invalid workspace file, even while the database does not answer', async () => {
    const file = join(folder, 'bad.yaml');
    writeFileSync(file, 'workspaces: [{ id: "no blanks" }, { idd: x }]');
    await expect(
      start({ LETHE_WORKSPACE_FILE: file, DATABASE_URL: 'postgres://127.0.0.1:1/x' }),
    ).rejects.toMatchObject({ name: 'WorkspaceFileError' });
    await expect(start({ LETHE_WORKSPACE_FILE: join(folder, 'nope') })).rejects.toThrow(
      /cannot be read \(ENOENT\)/,
    );
  });

  it('fails with EADDRINUSE on a port that is in use', async () => {
    const { url } = await start({});
    await expect(start({ PORT: new URL(url).port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('a gateway without its database', () => {
  it('is ready, and refuses requests that need the database', async () => {
    const { url, failures } = await start({
      DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/lethe`,
    });
    await waitFor(async () => (await fetch(`${url}/readyz`)).status === 200);
    expect(await readiness(url)).toMatchObject({
      checks: { database: 'down', regulation: 'down' },
    });
    // For a database that does not respond, `askDatabase` limits the wait.
    const response = await fetch(`${url}/v2/regulations`, {
      headers: { authorization: 'Bearer lth_x' },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    expect(failures).toEqual([]);
  });
});

describe('a gateway with a database that does not answer', () => {
  it('waits for a look-up for up to LETHE_UNAVAILABLE_AFTER seconds', async () => {
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
        const { rowCount } = await blocker.query(LONG_WAIT, [LONGER_THAN_DEFAULT]);
        return rowCount !== 0;
      });
      await blocker.query('commit');
      const statuses = (await Promise.all(lookups)).map(({ status }) => status);
      expect(statuses).toEqual([401, 401]); // both tokens were looked up, and are unknown
    } finally {
      await blocker.end();
    }
  });
});

describe('a gateway with a workspace that sends very many reads of its catalog', () => {
  it('serves credentials and catalogs of other workspaces, and runs only two reads of this workspace at once', async () => {
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
        // Without this call, the transaction would see old statistics.
        await blocker.query('select pg_stat_clear_snapshot()');
        return (await blocker.query(LONG_WAIT, [LONGER_THAN_DEFAULT])).rowCount === 2;
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

describe('a gateway with a Kafka that does not respond', () => {
  let silent: Server;
  let connections: Socket[];
  const ready = async (url: string) => (await fetch(`${url}/readyz`)).status === 200;

  /** Starts a gateway with a Kafka that only accepts connections. */
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
  // Runs before the gateway stops, because the stop waits for an answer of Kafka.
  afterEach(() => {
    silent.close();
    for (const connection of connections) connection.destroy();
  });

  it('is not ready before the first attempt to reach Kafka ended', async () => {
    const url = await startAtSilent(600);
    const notReady = { code: 503, reasons: ['looking for Kafka'], checks: { database: 'up' } };
    await waitFor(async () => {
      expect(await readiness(url)).toMatchObject(notReady);
      return true;
    });
  });

  it('is ready after LETHE_KAFKA_START_WAIT', async () => {
    const url = await startAtSilent(1);
    await waitFor(() => ready(url));
    expect(await readiness(url)).toMatchObject({ checks: { kafka: 'down' } });
  });
});

describe('a gateway without its regulation service', () => {
  it('refuses requests that need the service, and serves them when the service has started', async () => {
    const port = await freePort();
    const T = 'lth_late_0123456789abcdefghijkl';
    const file = join(folder, 'late.yaml');
    writeFileSync(
      file,
      // The name of the token selects the behavior of the scripted service.
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

describe('the secret key', () => {
  it('is required, and must be the key of the database', async () => {
    await expect(start({ LETHE_SECRET_KEY: '' })).rejects.toThrow(/LETHE_SECRET_KEY is missing/);
    const { url } = await start({});
    await waitFor(async () => (await fetch(`${url}/readyz`)).status === 200);
    const { failures } = await start({ LETHE_SECRET_KEY: keyOf(2) });
    await waitFor(() => failures.length > 0);
    expect(failures).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(
          /^LETHE_SECRET_KEY cannot decrypt the secrets[^\n]*$/,
        ) as string,
      }),
    ]);
  });

  it('can be a new key, followed by the old key', async () => {
    const { url, failures } = await start({ LETHE_SECRET_KEY: `${keyOf(2)},${keyOf(1)}` });
    await waitFor(async () => (await fetch(`${url}/readyz`)).status === 200);
    expect(failures).toEqual([]);
  });
});

describe('a database that a newer version of Lethe has migrated', () => {
  it('ends the process with an error', async () => {
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
