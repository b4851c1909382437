import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@lethe/config';
import type { RunningApp } from '@lethe/observability';
import { freePort, useTestDatabase, waitFor } from '@lethe/testing';
import { gatewayConfigSchema } from '../src/config/gateway.config.js';
import { startGateway } from '../src/start-gateway.js';

const TOKEN = 'lth_kafka_0123456789abcdefghijkl';
const WORKSPACES = `
workspaces:
  - id: ws_k
    name: K
    tokens: [{ name: t, email: k@example.com, token: ${TOKEN}, role: admin }]
    sources: [{ id: src_1, name: S, type: Javascript, enabled: true, writeKey: wk }]
    destinations:
      - { id: dst_1, name: D, type: WEBHOOK, enabled: true, config: { webhookUrl: "https://example.com" } }
      - { id: dst_off, name: O, type: WEBHOOK, enabled: false, config: {} }
    connections: [{ sourceId: src_1, destinationId: dst_1, enabled: true }]
`;

describe('a gateway without Kafka', () => {
  const database = useTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'lethe-gateway-'));
  let app: RunningApp;
  let url: string;
  const failures: unknown[] = [];

  beforeAll(async () => {
    const file = join(folder, 'workspaces.yaml');
    writeFileSync(file, WORKSPACES);
    const port = await freePort();
    const variables = {
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      LETHE_REGULATION_ADDRESS: `127.0.0.1:${await freePort()}`,
      LETHE_DATA_DIR: folder,
      LETHE_WORKSPACE_FILE: file,
      KAFKA_BROKERS: `127.0.0.1:${await freePort()}`,
      LETHE_KAFKA_START_WAIT: '600', // two failed attempts end the wait earlier
      LETHE_DRAIN_TIMEOUT: '0',
      LETHE_SECRET_KEY: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
    };
    app = await startGateway(loadConfig(gatewayConfigSchema, variables), variables, (error) => {
      failures.push(error);
    });
    url = `http://127.0.0.1:${port}`;
    await waitFor(async () => (await fetch(`${url}/readyz`)).status === 200);
  });
  afterAll(async () => {
    await app.stop();
    rmSync(folder, { recursive: true });
  });

  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as object;
    return { status: response.status, retryAfter: response.headers.get('retry-after'), answer };
  };
  const test = (path: string, message: object = { type: 'track' }) =>
    ask('POST', `/v0/${path}`, { message });

  it('is ready, and shows Kafka as down', async () => {
    const expected = { status: 200, answer: { checks: { database: 'up', kafka: 'down' } } };
    await waitFor(async () => {
      expect(await ask('GET', '/readyz')).toMatchObject(expected);
      return true;
    });
    expect(failures).toEqual([]);
  });

  it.each(['testDestination/dst_1', 'testSource/src_1'])(
    'refuses %s without waiting for Kafka',
    async (path) => {
      const answer = await test(path);
      expect(answer).toMatchObject({ status: 503, answer: { code: 'unavailable' } });
      expect(Number(answer.retryAfter)).toBeGreaterThan(0);
    },
  );

  it('answers requests that need no runner', async () => {
    expect(await test('testDestination/dst_off')).toMatchObject({
      status: 200,
      answer: { error: 'Destination with id dst_off is disabled' },
    });
    expect(await test('testDestination/dst_1', { type: 'order' })).toMatchObject({ status: 400 });
    expect(await test('testDestination/dst_none')).toMatchObject({ status: 404 });
  });

  it('reads and changes the catalog', async () => {
    expect(await ask('GET', '/v2/destinations/dst_1')).toMatchObject({ status: 200 });
    expect(await ask('GET', '/destination-definitions/WEBHOOK')).toMatchObject({ status: 200 });
    expect(
      await ask('POST', '/transformations', { name: 'T', code: 'export const a = 1;' }),
    ).toMatchObject({ status: 201 });
  });
});
