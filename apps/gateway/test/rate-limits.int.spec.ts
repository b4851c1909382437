import { CATALOG_SCHEMA, RateDemands, type TokenIdentity } from '@lethe/catalog';
import { ROLES } from '@lethe/contracts';
import { migrateSchema, openDatabase, type DatabaseConnection } from '@lethe/database';
import { useTestDatabase, waitFor } from '@lethe/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { Metrics } from '@lethe/observability';
import {
  create,
  send,
  TOKEN_OF_WORKSPACE,
  useGateways,
  type GatewayUnderTest,
} from './gateway-under-test.js';

const LIMIT = 100;
const GATEWAYS = 3;
const WINDOW_MS = 3_000;

const start = useGateways();

/** A token and its workspace have the same name. */
const tenants = {
  authenticate: (token: string): Promise<TokenIdentity> =>
    Promise.resolve({
      tokenId: `token-${token}`,
      workspaceId: token,
      name: token,
      email: 'a@b.example',
      scopes: ROLES.admin,
      ...TOKEN_OF_WORKSPACE,
      ...(token === 'small' && { rates: { requests: 3, users: 2, tests: 1 } }),
    }),
};

const as = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a rate limit', () => {
  it('is shown in each answer, and a refusal contains the time to wait', async () => {
    const metrics = new Metrics();
    const gateway = await start({
      authenticator: tenants,
      commands: { listRegulations: () => Promise.resolve({ data: [] }) },
      settings: { LETHE_RATE_TOKEN: 2, LETHE_RATE_WORKSPACE: 50 },
      metrics,
    });
    const list = () => send(gateway, '/v2/regulations', { headers: as('a') });
    const first = await list();
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit-policy')).toBe('"token";q=2;w=1, "workspace";q=50;w=1');
    expect(first.headers.get('ratelimit')).toBe('"token";r=1;t=1, "workspace";r=49;t=1');

    const refused = await waitFor(async () => {
      const answers = await Promise.all([list(), list(), list(), list(), list()]);
      return answers.find(({ status }) => status === 429);
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('ratelimit')).toBe('"token";r=0;t=1');
    expect(await refused.json()).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(
        /^The limit of 2 requests per second for this token/,
      ) as string,
    });
    expect((await send(gateway, '/v2/regulations', { headers: as('b') })).status).toBe(200);
    expect(await metrics.registry.metrics()).toMatch(
      /lethe_rate_limit_decisions_total\{policy="token",decision="refused"\} \d/,
    );
  });

  it('charges each user of a request, and admits one request with more users than the limit', async () => {
    const gateway = await start({
      authenticator: tenants,
      commands: { createRegulations: () => Promise.resolve({}) },
      settings: { LETHE_RATE_USERS: 10 },
    });
    const users = Array.from({ length: 10_000 }, (_, n) => ({ userId: `u${n}` }));
    const large = await send(gateway, '/v2/regulations', {
      method: 'POST',
      headers: { ...as('a'), 'content-type': 'application/json' },
      body: JSON.stringify({ regulationType: 'suppress', users }),
    });
    expect(large.status).toBe(201);
    expect(large.headers.get('ratelimit-policy')).toContain('"users";q=10;w=1;qu="users"');
    const next = await create(gateway, as('a'));
    expect(next.status).toBe(429);
    expect(Number(next.headers.get('retry-after'))).toBeGreaterThan(100);
    expect((await create(gateway, as('b'))).status).toBe(201);
    // Only requests with users are refused.
    expect((await send(gateway, '/v2/regulations?limit=0', { headers: as('a') })).status).toBe(400);
  });

  it('can be set for a workspace', async () => {
    const gateway = await start({
      authenticator: tenants,
      commands: { createRegulations: () => Promise.resolve({}) },
    });
    const answer = await create(gateway, as('small'));
    expect(answer.headers.get('ratelimit-policy')).toBe(
      '"token";q=1000;w=1, "workspace";q=3;w=1, "users";q=2;w=1;qu="users"',
    );
  });

  it('can be switched off', async () => {
    const gateway = await start({
      authenticator: tenants,
      commands: { createRegulations: () => Promise.resolve({}) },
      settings: { LETHE_RATE_TOKEN: 0, LETHE_RATE_WORKSPACE: 0, LETHE_RATE_USERS: 0 },
    });
    const answer = await create(gateway, as('a'));
    expect(answer.status).toBe(201);
    expect(answer.headers.has('ratelimit')).toBe(false);
  });
});

describe('a rate limit of several gateways', () => {
  const database = useTestDatabase({
    template: {
      name: 'catalog',
      migrate: async (url) => {
        await migrateSchema(url, CATALOG_SCHEMA);
      },
    },
  });
  const connections: DatabaseConnection[] = [];

  const connect = async (): Promise<DatabaseConnection> => {
    const connection = openDatabase({
      url: database.url,
      schema: CATALOG_SCHEMA.schema,
      applicationName: 'test',
      poolSize: 2,
      statementTimeoutMs: 60_000,
    });
    await connection.start();
    connections.push(connection);
    return connection;
  };
  afterEach(async () => {
    for (const connection of connections.splice(0)) await connection.stop();
  });

  /**
   * Sends requests to all gateways as fast as the gateways answer, until `stop` is called.
   *
   * @returns `seen.admitted`, the number of requests that were admitted until now
   */
  const flood = (gateways: readonly GatewayUnderTest[]) => {
    let isOver = false;
    const seen = { admitted: 0 };
    const loops = gateways.flatMap((gateway, index) =>
      // Each gateway gets a different load.
      Array.from({ length: 1 + index }, async () => {
        while (!isOver) {
          const { status } = await send(gateway, '/v2/regulations?limit=0', { headers: as('a') });
          if (status === 400) seen.admitted += 1;
          else expect(status).toBe(429);
        }
      }),
    );
    return {
      seen,
      stop: async () => {
        isOver = true;
        await Promise.all(loops);
      },
    };
  };

  it('limits the sum of all gateways, even while the database does not answer', async () => {
    const gateways: GatewayUnderTest[] = [];
    for (let n = 0; n < GATEWAYS; n += 1) {
      gateways.push(
        await start({
          authenticator: tenants,
          rateDemands: new RateDemands(await connect()),
          settings: { LETHE_RATE_TOKEN: LIMIT },
        }),
      );
    }
    const { seen, stop } = flood(gateways);
    const [connection] = connections;
    const rows = () =>
      connection!.query(`select from catalog.rate_demands where subject = 'token:token-a'`);
    await waitFor(async () => (await rows()).length === GATEWAYS);

    /** Returns the admitted requests, divided by the number that the limit allows. */
    const measure = async (): Promise<number> => {
      const [before, startedAt] = [seen.admitted, performance.now()];
      await sleep(WINDOW_MS);
      const seconds = (performance.now() - startedAt) / 1_000;
      return (seen.admitted - before) / (1.2 * LIMIT * seconds + LIMIT);
    };
    await sleep(2_500); // after this time, all gateways know each other
    const withDatabase = await measure();
    await Promise.all(connections.map((each) => each.stop()));
    const withoutDatabase = await measure();
    await stop();
    // The lower bound is tested in several-gateways.spec.ts, where a busy computer has no
    // influence.
    for (const share of [withDatabase, withoutDatabase]) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThanOrEqual(1);
    }
  });
});
