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

/** Routes that need no credentials. */
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
  'GET /docs/*',
  'GET /docs/errors',
  'GET /docs/reference',
  'GET /docs/reference/',
  'GET /docs/reference/*',
  'GET /docs/reference/LICENSE',
  'GET /docs/reference/index.html',
  'GET /docs/reference/reference/*',
  'GET /docs/reference/reference/swagger-ui-init.js',
  'GET /docs/reference/swagger-ui-init.js',
  'GET /livez',
  'GET /openapi.json',
  'GET /readyz',
  'POST /brand-new/open', // added by this test
  'POST /console/session',
  'POST /console/sign-in-codes/lookup',
];

const routes: string[] = [];
let gateway: GatewayUnderTest;

/** Lists all routes. It is called before the first route is added. */
function listRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.push(`${name} ${url}`);
  });
  // The framework adds these routes last, like all routes that are added during the start.
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
      invalidate: () => undefined,
    },
  });
  unsubscribe('fastify.initialization', listRoutes);
});

afterAll(() => gateway.app.close());

describe('every route of the running application', () => {
  it('needs credentials, unless it is public', async () => {
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

  it('needs a token, or the other credentials that it declares', async () => {
    const challengeOf = async (path: string) => {
      const { status, headers } = await fetch(`${gateway.url}${path}`, { method: 'POST' });
      return [status, headers.get('www-authenticate')];
    };
    expect(await challengeOf('/brand-new')).toEqual([401, BEARER]);
    expect(await challengeOf('/brand-new/open')).toEqual([200, null]);
    expect(await challengeOf('/brand-new/plane')).toEqual([401, BASIC]);
  });

  describe('accepts only the documented credentials:', () => {
    /** Documented authentication schemes by operation. */
    const documented = new Map<string, string>();
    beforeAll(async () => {
      const answer = await fetch(`${gateway.url}/openapi.json`);
      const { paths } = (await answer.json()) as Pick<OpenAPIObject, 'paths'>;
      for (const [path, operations] of Object.entries(paths)) {
        for (const [method, { security = [] }] of Object.entries(operations as Operations)) {
          const schemes = security.flatMap((scheme) => Object.keys(scheme)).sort();
          documented.set(`${method.toUpperCase()} ${path}`, schemes.join());
        }
      }
    });

    /**
     * Sends a request to each documented operation.
     *
     * @returns for each set of schemes, the refusals, or `accepted` if the credentials were
     * accepted
     */
    async function askAll(headers: Readonly<Record<string, string>>) {
      const answers = new Map<string, Set<string>>();
      for (const [operation, schemes] of documented) {
        const [method = '', path = ''] = operation.split(' ');
        const url = gateway.url + path.replaceAll(/\{\w+\}/g, 'x');
        const { status, headers: answered, body } = await fetch(url, { method, headers });
        await body?.cancel();
        const challenge = answered.get('www-authenticate') ?? '';
        const result = status === 401 ? `401 ${challenge}` : 'accepted';
        answers.set(schemes, (answers.get(schemes) ?? new Set()).add(result));
        if (result === 'accepted') accepted.push(operation);
      }
      return Object.fromEntries([...answers].map(([schemes, all]) => [schemes, [...all]]));
    }
    const accepted: string[] = [];
    beforeEach(() => accepted.splice(0));

    it('without credentials', async () => {
      expect(await askAll({})).toEqual({
        '': ['accepted'],
        bearer: [`401 ${BEARER}`],
        'basic,bearer': [`401 ${BASIC}, ${BEARER}`],
        dataPlane: [`401 ${BASIC}`],
        session: [`401 ${BEARER}`],
      });
    });

    it('with a token', async () => {
      expect(await askAll({ authorization: 'Bearer admin' })).toEqual({
        ...{ '': ['accepted'], bearer: ['accepted'], 'basic,bearer': ['accepted'] },
        ...{ dataPlane: [`401 ${BASIC}`], session: [`401 ${BEARER}`] },
      });
    });

    it('with the secret of a data plane', async () => {
      const authorization = `Basic ${Buffer.from('workspace-plane:').toString('base64')}`;
      expect(await askAll({ authorization })).toEqual({
        ...{
          '': ['accepted'],
          bearer: [`401 ${BEARER}`],
          'basic,bearer': [`401 ${BASIC}, ${BEARER}`],
        },
        ...{ dataPlane: ['accepted'], session: [`401 ${BEARER}`] },
      });
    });

    it('with a session of the console', async () => {
      const cookie = 'lethe-loopback=a-session';
      const answers = await askAll({ ...OWN_PAGE, cookie });
      expect(answers).toMatchObject({
        ...{ '': ['accepted'], 'basic,bearer': ['accepted'], session: ['accepted'] },
        dataPlane: [`401 ${BEARER}`], // Basic would open a password dialog
      });
      const all = [...documented].filter(([, schemes]) => schemes === 'bearer');
      expect(all.flatMap(([operation]) => (accepted.includes(operation) ? [] : operation))).toEqual(
        [
          'POST /console/sign-in-codes', // a session could extend itself with a new session
        ],
      );
    });
  });
});

const BEARER = 'Bearer realm="lethe"';
const BASIC = 'Basic realm="lethe", charset="UTF-8"';
type Operations = Record<string, { readonly security?: readonly object[] }>;
