import { connect } from 'node:net';
import { describeWithKafka, waitFor } from '@lethe/testing';
import type { RequestOptions } from './support/api.js';
import { OwnService } from './support/own-services.js';
import { DATA_PLANES, DELETION_SECRET, IDS, TOKENS, WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';

/** Each identifier and payload below begins with this mark. Logs must not contain it. */
const MARK = 'Qx7Zk';
let marks = 0;
const marked = (): string => `${MARK}${(marks += 1)}`;

describeWithKafka('the logs of a whole run', () => {
  let postgres: OwnService;
  let kafka: OwnService;
  let system: System;

  beforeAll(async () => {
    [postgres, kafka] = await Promise.all([OwnService.postgres(), OwnService.kafka()]);
    await kafka.start();
    system = await System.start({
      gateways: 2,
      databaseUrl: postgres.address,
      brokers: kafka.address,
      logLevel: 'trace',
    });
  });

  afterAll(async () => {
    await system.stop();
    await kafka.remove();
    await postgres.remove();
  });

  it('come from requests of every kind and from outages', async () => {
    await acceptedRequests();
    await dataPlaneRequests();
    await refusedRequests();
    await brokenConnections();

    await postgres.stop();
    await requestsInVain();
    await postgres.start();
    await recovered();

    await Promise.all([kafka.stop(), system.regulations[0]!.kill()]);
    await requestsInVain();
    await kafka.start();
    system.regulations[0]!.start();
    await recovered();
    await system.drained();
    await Promise.all(system.instances.map((instance) => instance.stop()));

    // Without these lines, the search below would prove nothing.
    for (const status of [200, 201, 204, 400, 401, 404, 422, 503]) {
      expect(system.output).toContain(`"status":${status}`);
    }
    expect(system.output).toContain('"route":"/v2/regulations/:id"');
    expect(system.output).toContain('relay published');
    expect(postgres.logText).toMatch(/ready to accept connections/);
    expect(kafka.logText).toMatch(/Kafka Server started/);
  });

  it.each([
    ['identifier or payload', () => [MARK]],
    ['token', () => [...Object.values(TOKENS), ...Object.values(DATA_PLANES)]],
    ['token in Basic credentials', () => Object.values(DATA_PLANES).map(basic)],
    ['e-mail address', () => ['@e2e.example', '@other.example']],
    ['write key or secret of a destination', () => ['wk_e2e', DELETION_SECRET]],
    ['password of the database', () => [new URL(postgres.address).password]],
  ])('contain no %s', (_kind, secrets) => {
    const logs = `${system.output}\n${postgres.logText}\n${kafka.logText}`.split('\n');
    for (const secret of secrets()) {
      const leaks = logs.filter((line) => line.toLowerCase().includes(secret.toLowerCase()));
      expect(leaks).toEqual([]);
    }
  });

  async function acceptedRequests(): Promise<void> {
    const userId = marked();
    const body = {
      regulationType: 'suppress' as const,
      users: [{ userId, email: `${marked()}@x.example`, phone: marked(), [marked()]: marked() }],
    };
    const idempotencyKey = marked();
    const [first] = await system.api().create(body, { idempotencyKey });
    await system.api('admin', 1).create(body, { idempotencyKey });
    await answered(422, 'POST', '', {
      body: { ...body, users: [{ userId: marked() }] },
      headers: { 'idempotency-key': idempotencyKey },
    });
    const [deleting] = await system.api().create({
      regulationType: 'suppress_with_delete',
      destinationIds: [IDS.hook],
      users: [{ userId: marked(), loyalty: { card: [marked()] } }],
    });
    expect((await system.api('viewer').list(`?user_id=${userId}`)).data).toHaveLength(1);
    await system.api('viewer').get(deleting!.id);
    await system.api('editor').cancel(first!.id);
    await system.api().cancel(deleting!.id);
  }

  async function dataPlaneRequests(): Promise<void> {
    const paths = [
      `/dataplane/workspaces/${WORKSPACE}/regulations/suppressions?pageToken=${marked()}`,
      `/workspaceConfig?${marked()}=${marked()}`,
      `/transformation/getByVersionId?versionId=${marked()}`,
      `/dataplane/workspaces/${marked()}/regulations/suppressions`,
    ];
    const statuses = paths.map(async (path) => {
      const headers = { authorization: `Basic ${basic(DATA_PLANES.workspace)}` };
      const { status } = await fetch(`${system.addressOf(0)}${path}`, { headers });
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404]);
  }

  async function refusedRequests(): Promise<void> {
    const users = [{ userId: marked() }];
    await answered(400, 'POST', '', { body: { regulationType: marked(), users } });
    await answered(400, 'POST', '', { body: { regulationType: 'suppress', users, [marked()]: 1 } });
    await answered(400, 'POST', '', { body: [marked()] });
    await answered(400, 'POST', '', {
      body: { regulationType: 'suppress', sourceIds: [`src_${marked()}`], users },
    });
    await answered(400, 'POST', '', {
      body: { regulationType: 'suppress', users: [{ userId: `${marked()}\0`, email: 5 }] },
    });
    await answered(400, 'GET', `?after_cursor=${marked()}`);
    await answered(400, 'GET', `?${marked()}=${marked()}&user_id=${marked()}`);
    await answered(404, 'GET', `/${marked()}`);
    await answered(404, 'DELETE', `/${marked()}`);
    await answered(404, 'GET', `/../${marked()}/${marked()}?user_id=${marked()}`);
    await answered(405, 'PUT', `?user_id=${marked()}`, { body: { secret: marked() } });
    for (const authorization of [`Bearer ${marked()}`, `Basic ${marked()}`, marked()]) {
      await answered(401, 'GET', `?user_id=${marked()}`, { headers: { authorization } });
    }
    const headers = { 'content-type': 'text/plain' };
    await answered(415, 'POST', '', { body: { userId: marked() }, headers });
  }

  /** Requests that no HTTP client sends: half a document, and data that is not HTTP. */
  async function brokenConnections(): Promise<void> {
    const head = `POST /v2/regulations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.admin}\r\n`;
    const json = `{"regulationType":"suppress","users":[{"userId":"${marked()}`;
    await sendRaw(
      `${head}Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`,
    );
    await sendRaw(`${head}Content-Length: 1000\r\n\r\n${json}`); // then disconnects
    await sendRaw(`${marked()} ${marked()}\r\n${marked()}: ${marked()}\r\n\r\n`);
    await sendRaw(`GET /${marked()} HTTP/1.1\r\n${marked()} ${marked()}\r\n\r\n`);
  }

  async function requestsInVain(): Promise<void> {
    const body = { regulationType: 'suppress', users: [{ userId: marked(), email: marked() }] };
    const headers = { 'idempotency-key': marked() };
    await Promise.all(
      system.gateways.map(async (_, gateway) => {
        const api = system.api('admin', gateway);
        expect((await api.request('POST', '/v2/regulations', { body, headers })).status).toBe(503);
        const query = `?user_id=${marked()}`;
        expect((await api.request('GET', `/v2/regulations${query}`)).status).toBe(503);
      }),
    );
  }

  async function recovered(): Promise<void> {
    for (const gateway of system.gateways.keys()) {
      await waitFor(() => system.api('admin', gateway).suppress(marked()));
    }
  }

  async function answered(
    status: number,
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<void> {
    const answer = await system.api().request(method, `/v2/regulations${path}`, options);
    expect({ method, path, status: answer.status }).toEqual({ method, path, status });
  }

  async function sendRaw(text: string): Promise<void> {
    const { hostname, port } = new URL(system.addressOf(0));
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined); // the gateway can reset it
    socket.resume().end(text);
    await new Promise((resolve) => socket.once('close', resolve));
  }
});

/** Returns the part after "Basic" in the header of a data plane. */
function basic(secret: string): string {
  return Buffer.from(`${secret}:`).toString('base64');
}
