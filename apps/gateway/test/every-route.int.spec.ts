import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { startGateway, type GatewayUnderTest } from './gateway-under-test.js';

/** All that strangers may ask for. */
const PUBLIC = [
  'GET /',
  'GET /console',
  'GET /console/',
  'GET /console/*',
  'GET /console/sign-in',
  'GET /console/sign-in/oidc',
  'GET /console/sign-in/oidc/callback',
  'GET /destination-definitions',
  'GET /destination-definitions/:name',
  'GET /docs',
  'GET /docs/',
  'GET /docs/*',
  'GET /docs/LICENSE',
  'GET /docs/docs/swagger-ui-init.js',
  'GET /docs/errors',
  'GET /docs/index.html',
  'GET /docs/swagger-ui-init.js',
  'GET /livez',
  'GET /openapi.json',
  'GET /readyz',
  'POST /console/session',
  'POST /console/sign-in-codes/lookup',
];

const routes: string[] = [];
let gateway: GatewayUnderTest;

/** Hears of the framework before anything is registered with it. */
function listRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push(`${one} ${url}`);
  });
  // Comes last, as whatever is registered while the application starts.
  fastify.register((instance, _options, done) => {
    instance.post('/brand-new', () => 'public');
    done();
  });
}

beforeAll(async () => {
  subscribe('fastify.initialization', listRoutes);
  gateway = await startGateway();
  unsubscribe('fastify.initialization', listRoutes);
});

afterAll(() => gateway.app.close());

describe('every route of the running application', () => {
  it('wants credentials, unless it is one that strangers may use', async () => {
    const open: string[] = [];
    for (const route of routes) {
      const [method = '', url = ''] = route.split(' ');
      const response = await fetch(gateway.url + url.replaceAll(/:\w+|\*/g, 'x'), { method });
      await response.arrayBuffer();
      if (response.status !== 401) open.push(route);
    }
    expect(routes).toContain('POST /v2/regulations');
    expect(routes).toContain('GET /workspaceConfig');
    expect(open.filter((route) => !route.startsWith('HEAD ')).sort()).toEqual(PUBLIC);
    const heads = open.filter((route) => route.startsWith('HEAD '));
    expect(PUBLIC).toEqual(
      expect.arrayContaining(heads.map((route) => route.replace('HEAD', 'GET'))),
    );
  });

  it('wants them too when nobody has thought of it', async () => {
    const response = await fetch(`${gateway.url}/brand-new`, { method: 'POST' });
    expect(response.status).toBe(401);
  });
});
