import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createTestDatabase, freePort, spawnApp, type SpawnedApp } from '@lethe/testing';

const MAIN = join(import.meta.dirname, '../dist/bundle/main.js');
const TOKEN = 'lth_file_0123456789abcdefghijklmnop';
const HEADERS = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
const API_KEY = 'acme-s3cr3t-0123456789';
const DEFINITIONS = `
definitions:
  - name: ACME_CRM
    displayName: Acme CRM
    config:
      destConfig: { defaultConfig: [apiKey, region, lists] }
      secretKeys: [apiKey]
    capabilities:
      deletion: { supported: true, batchSize: 100 }
`;
const WORKSPACES = {
  workspaces: [
    {
      id: 'ws',
      tokens: [{ name: 't', email: 't@example.com', token: TOKEN, role: 'admin' }],
      destinations: [
        {
          id: 'dst_acme',
          name: 'Acme',
          type: 'ACME_CRM',
          config: { apiKey: API_KEY, region: 'EU', lists: [1, true] },
        },
      ],
    },
  ],
};

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let definitionsFile: string;
const apps: SpawnedApp[] = [];

/** A transformer that turns the name of an event into a request. */
const transformerRequests: { path: string; event: TransformerRequest }[] = [];
interface TransformerRequest {
  message: { event: string };
  destination: { Config: { apiKey: string; region: string } };
}
const transformer = createServer((request, response) => {
  void json(request).then((body) => {
    const [event] = body as [TransformerRequest];
    transformerRequests.push({ path: request.url ?? '', event });
    const { apiKey, region } = event.destination.Config;
    const output = {
      method: 'POST',
      endpoint: `https://acme.example/${region}/events`,
      headers: { 'x-api-key': apiKey },
      body: { JSON: { name: event.message.event } },
    };
    response.end(JSON.stringify([{ output, metadata: {}, statusCode: 200 }]));
  });
});

const environment = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  LETHE_DATA_DIR: folder,
  LETHE_WORKSPACE_FILE: join(folder, 'workspaces.json'),
  LETHE_DEFINITIONS_FILE: definitionsFile,
  ...more,
});

async function startReady(more: Record<string, string> = {}): Promise<string> {
  const port = String(await freePort());
  const app = spawnApp({ args: [MAIN], env: environment({ PORT: port, ...more }) });
  apps.push(app);
  await app.waitForLine(/Ctrl-C stops it/);
  return `http://127.0.0.1:${port}`;
}

async function test(url: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/v0/testDestination/dst_acme`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ message: { type: 'track', event: 'Bought', userId: 'u1' } }),
  });
  return { status: response.status, text: await response.text() };
}

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'lethe-definitions-'));
  definitionsFile = join(folder, 'definitions.yaml');
  writeFileSync(definitionsFile, DEFINITIONS);
  writeFileSync(join(folder, 'workspaces.json'), JSON.stringify(WORKSPACES));
  await new Promise<void>((resolve) => transformer.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.stop()));
});
afterAll(async () => {
  transformer.closeAllConnections();
  await new Promise((resolve) => transformer.close(resolve));
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('LETHE_DEFINITIONS_FILE', () => {
  it('makes a destination type of the transformer usable in configuration, lists, tests and deletions', async () => {
    const { port } = transformer.address() as AddressInfo;
    const url = await startReady({ LETHE_TRANSFORMER_URL: `http://127.0.0.1:${String(port)}` });

    const { status, text } = await test(url);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      destination: 'ACME_CRM',
      data: [
        {
          dest_transformed_payload: [
            {
              method: 'POST',
              endpoint: 'https://acme.example/EU/events',
              headers: { 'x-api-key': 'ac***' },
              body: { JSON: { name: 'Bought' } },
            },
          ],
        },
      ],
    });
    expect(text).not.toContain(API_KEY);
    expect(JSON.stringify(transformerRequests)).not.toContain(API_KEY);
    expect(transformerRequests).toMatchObject([
      {
        path: '/v0/destinations/acme_crm',
        event: {
          message: { event: 'Bought' },
          // A test without delivery replaces each secret by a placeholder of the same shape.
          destination: {
            Config: {
              apiKey: expect.stringMatching(/^ac[a-z]{2}-[a-z]\d[a-z]{2}\d[a-z]-\d{10}$/) as string,
              lists: [1, true],
            },
          },
        },
      },
    ]);

    const listed = await fetch(`${url}/v2/destinations/dst_acme`, { headers: HEADERS });
    expect(await listed.json()).toMatchObject({
      destination: { config: { apiKey: 'ac***', region: 'EU', lists: [1, true] } },
    });
    const deletion = await fetch(`${url}/v2/regulations`, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({
        regulationType: 'suppress_with_delete',
        destinationIds: ['dst_acme'],
        users: [{ userId: 'u1' }],
      }),
    });
    expect([deletion.status, await deletion.text()]).toEqual([201, 'Created']);

    // Another installation can import the listed definitions. With more definitions, the ETag
    // differs.
    const all = await fetch(`${url}/destination-definitions`);
    const etag = all.headers.get('etag');
    const one = (await (await fetch(`${url}/destination-definitions/ACME_CRM`)).json()) as object;
    expect(one).toMatchObject({ provider: 'transformer', config: { secretKeys: ['apiKey'] } });
    const exported = (await all.json()) as object[];
    expect(exported).toContainEqual(one);
    const file = join(folder, 'exported.json');
    writeFileSync(file, JSON.stringify([...exported, { ...one, name: 'ACME_ADS', id: 'ads' }]));
    const other = await startReady({ LETHE_DEFINITIONS_FILE: file });
    const again = await fetch(`${other}/destination-definitions`, {
      headers: { 'if-none-match': etag ?? '' },
    });
    expect(again.status).toBe(200);
    const names = ((await again.json()) as { name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('ACME'))).toEqual(['ACME_ADS', 'ACME_CRM']);
  });

  it('makes tests report the missing variable if no transformer is configured', async () => {
    const { status, text } = await test(await startReady());
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      data: [
        {
          dest_transformed_payload: {
            error: expect.stringMatching(
              /^ACME_CRM needs a transformer.*LETHE_TRANSFORMER_URL/,
            ) as unknown,
          },
        },
      ],
    });
  });

  it('with mistakes stops the start, and the error lists all mistakes', async () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(
      file,
      '[{ name: WEBHOOK, displayName: W, config: { destConfig: { defaultConfig: [] } } }, { name: x }]',
    );
    const app = spawnApp({ args: [MAIN], env: environment({ LETHE_DEFINITIONS_FILE: file }) });
    apps.push(app);
    expect((await app.exited).code).toBe(1);
    expect(app.output).toContain(
      `The definitions file is not valid (LETHE_DEFINITIONS_FILE, ${file})`,
    );
    expect(app.output).toMatch(
      /\[0\]\.name: "WEBHOOK"[^]*\[1\]\.name: must[^]*\[1\]\.displayName: is missing[^]*\[1\]\.config/,
    );
    expect(app.output).not.toMatch(/^\s+at /m);
  });

  it.each(['gateway', 'regulation', 'test-runner'])(
    'stops the start of %s in its own process if the file is empty',
    async (name) => {
      const file = join(folder, 'empty.yaml');
      writeFileSync(file, '');
      const app = spawnApp({
        args: [join(import.meta.dirname, `../../${name}/dist/bundle/main.js`)],
        env: environment({
          LETHE_DEFINITIONS_FILE: file,
          KAFKA_BROKERS: '127.0.0.1:1',
          LETHE_REGULATION_ADDRESS: '127.0.0.1:1',
          LETHE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
        }),
      });
      apps.push(app);
      expect((await app.exited).code).toBe(1);
      expect(app.output).toMatch(/definitions file is not valid[^]*must be a list of definitions/);
    },
  );
});
