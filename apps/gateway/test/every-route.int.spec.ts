import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { OWN_PAGE } from './console-requests.js';
import {
  IDENTITIES,
  refusingCommands,
  startGateway,
  type GatewayUnderTest,
} from './gateway-under-test.js';

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
  'POST /brand-new/open', // of this test
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
    instance.post('/brand-new/open', { config: { credentials: 'none' } }, () => 'public');
    instance.post('/brand-new/plane', { config: { credentials: 'dataPlane' } }, () => 'planes');
    done();
  });
}

beforeAll(async () => {
  subscribe('fastify.initialization', listRoutes);
  const now = new Date();
  const session = { id: 'session', identity: IDENTITIES.admin, createdAt: now };
  gateway = await startGateway({
    commands: refusingCommands(),
    sessionAuthenticator: {
      authenticate: () => Promise.resolve({ ...session, expiresAt: now, idleExpiresAt: now }),
      forget: () => undefined,
    },
  });
  unsubscribe('fastify.initialization', listRoutes);
});

afterAll(() => gateway.app.close());

describe('every route of the running application', () => {
  it('wants credentials, unless it is one that failedCredentials may use', async () => {
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

  it('wants a token when it says nothing, and else what it says', async () => {
    const challengeOf = async (path: string) => {
      const { status, headers } = await fetch(`${gateway.url}${path}`, { method: 'POST' });
      return [status, headers.get('www-authenticate')];
    };
    expect(await challengeOf('/brand-new')).toEqual([401, BEARER]);
    expect(await challengeOf('/brand-new/open')).toEqual([200, null]);
    expect(await challengeOf('/brand-new/plane')).toEqual([401, BASIC]);
  });

  describe('takes what the document says of it, and nothing else:', () => {
    /** Schemes by operation. */
    const documented = new Map<string, string>();
    beforeAll(async () => {
      const answer = await fetch(`${gateway.url}/openapi.json`);
      const { paths } = (await answer.json()) as Pick<OpenAPIObject, 'paths'>;
      for (const [path, operations] of Object.entries(paths)) {
        for (const [method, { security = [] }] of Object.entries(operations as Operations)) {
          const schemes = security.flatMap((one) => Object.keys(one)).sort();
          documented.set(`${method.toUpperCase()} ${path}`, schemes.join());
        }
      }
    });

    /** @returns status and challenge of each documented operation, by the schemes that it takes */
    async function askAll(headers: Readonly<Record<string, string>>) {
      const answers = new Map<string, Set<string>>();
      for (const [operation, schemes] of documented) {
        const [method = '', path = ''] = operation.split(' ');
        const url = gateway.url + path.replaceAll(/\{\w+\}/g, 'x');
        const { status, headers: answered, body } = await fetch(url, { method, headers });
        await body?.cancel();
        const challenge = answered.get('www-authenticate') ?? '';
        const said = status === 401 ? `401 ${challenge}` : 'let in';
        answers.set(schemes, (answers.get(schemes) ?? new Set()).add(said));
        if (said === 'let in') letIn.push(operation);
      }
      return Object.fromEntries([...answers].map(([schemes, all]) => [schemes, [...all]]));
    }
    const letIn: string[] = [];
    beforeEach(() => letIn.splice(0));

    it('without credentials', async () => {
      expect(await askAll({})).toEqual({
        '': ['let in'],
        bearer: [`401 ${BEARER}`],
        'basic,bearer': [`401 ${BASIC}, ${BEARER}`],
        dataPlane: [`401 ${BASIC}`],
        session: [`401 ${BEARER}`],
      });
    });

    it('with the token of a user', async () => {
      expect(await askAll({ authorization: 'Bearer admin' })).toEqual({
        ...{ '': ['let in'], bearer: ['let in'], 'basic,bearer': ['let in'] },
        ...{ dataPlane: [`401 ${BASIC}`], session: [`401 ${BEARER}`] },
      });
    });

    it('with the secret of a data plane', async () => {
      const authorization = `Basic ${Buffer.from('workspace-plane:').toString('base64')}`;
      expect(await askAll({ authorization })).toEqual({
        ...{
          '': ['let in'],
          bearer: [`401 ${BEARER}`],
          'basic,bearer': [`401 ${BASIC}, ${BEARER}`],
        },
        ...{ dataPlane: ['let in'], session: [`401 ${BEARER}`] },
      });
    });

    it('with a session of the console', async () => {
      const cookie = 'lethe-loopback=a-session';
      const answers = await askAll({ ...OWN_PAGE, cookie });
      expect(answers).toMatchObject({
        ...{ '': ['let in'], 'basic,bearer': ['let in'], session: ['let in'] },
        dataPlane: [`401 ${BEARER}`], // a browser would ask for a password
      });
      const all = [...documented].filter(([, schemes]) => schemes === 'bearer');
      expect(all.flatMap(([operation]) => (letIn.includes(operation) ? [] : operation))).toEqual([
        'POST /console/sign-in-codes', // a session would outlive its end by a new one
      ]);
    });
  });
});

const BEARER = 'Bearer realm="lethe"';
const BASIC = 'Basic realm="lethe", charset="UTF-8"';
type Operations = Record<string, { readonly security?: readonly object[] }>;
