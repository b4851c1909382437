import type {
  DataPlaneAuthenticator,
  DataPlaneIdentity,
  TokenAuthenticator,
  TokenIdentity,
} from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  parseCredentials,
  parseDataPlaneSecret,
  type Credentials,
  type Scheme,
} from './credentials.js';
import { DATA_PLANE_BODY_BYTES } from '../http/data-plane-places.js';
import type { HttpMetrics } from '../http/http-metrics.js';
import type { Strangers } from './strangers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of every route that needs a user's token. */
    identity: TokenIdentity | undefined;
    /** Set before the handler of every route that needs the secret of a data plane. */
    dataPlane: DataPlaneIdentity | undefined;
  }
}

/** The checks of both kinds of credentials. */
export interface Authenticators {
  /** Finds out whom a user's token belongs to. */
  readonly authenticator: Pick<TokenAuthenticator, 'authenticate'>;
  /** Finds out which data plane a secret belongs to. */
  readonly dataPlaneAuthenticator: Pick<DataPlaneAuthenticator, 'authenticate'>;
}

interface Checks<Kind extends keyof Authenticators> {
  readonly authenticator: Authenticators[Kind];
  readonly strangers: Strangers;
}

/** First segments of the routes that everybody may use. */
const PUBLIC_SEGMENTS: ReadonlySet<string> = new Set([
  '', // the root
  'destination-definitions',
  'docs',
  'livez',
  'openapi.json',
  'readyz',
]);

/** First segments of the routes that take the secret of a data plane, and nothing else. */
const DATA_PLANE_SEGMENTS: ReadonlySet<string> = new Set([
  'dataplane',
  'data-plane',
  'workspaceConfig',
  'transformation',
  'transformationLibrary',
]);

/** First segments of the routes that take Basic credentials of a user as well. */
const BASIC_SEGMENTS: ReadonlySet<string> = new Set([
  'v0',
  'transformations',
  'transformation-libraries',
]);

const CHALLENGES: Readonly<Record<Scheme, string>> = {
  Basic: 'Basic realm="lethe", charset="UTF-8"',
  Bearer: 'Bearer realm="lethe"',
};

/**
 * Checks credentials before the body is read. It goes by the matched route's pattern, not by the
 * request's URL, which may be written in many ways; and by prefix, so that no new endpoint can
 * forget to ask for them: a route that no list names takes the token of a user. Routes of data planes take small bodies only.
 */
export function addAuthentication(
  instance: FastifyInstance,
  { authenticator, dataPlaneAuthenticator }: Authenticators,
  strangers: Strangers,
  http: Pick<HttpMetrics, 'refuse'>,
): void {
  const countRefusal = (error: unknown): never => {
    if (error instanceof LetheError && error.code === 'unauthorized') http.refuse('credentials');
    if (error instanceof LetheError && error.code === 'too_many_requests') {
      http.refuse('failed_credentials');
    }
    throw error;
  };
  instance.addHook('onRoute', (route) => {
    const segment = route.url.split('/')[1] ?? '';
    if (PUBLIC_SEGMENTS.has(segment)) return;
    if (DATA_PLANE_SEGMENTS.has(segment)) {
      const { bodyLimit = DATA_PLANE_BODY_BYTES } = instance.initialConfig;
      route.bodyLimit = Math.min(bodyLimit, DATA_PLANE_BODY_BYTES);
      route.onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
        request.dataPlane = await identifyDataPlane(request, reply, {
          authenticator: dataPlaneAuthenticator,
          strangers,
        }).catch(countRefusal);
      };
      return;
    }
    const schemes: readonly Scheme[] = BASIC_SEGMENTS.has(segment)
      ? ['Basic', 'Bearer']
      : ['Bearer'];
    route.onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      request.identity = await identify(request, reply, schemes, {
        authenticator,
        strangers,
      }).catch(countRefusal);
    };
  });
}

async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  schemes: readonly Scheme[],
  { authenticator, strangers }: Checks<'authenticator'>,
): Promise<TokenIdentity> {
  const credentials = parseCredentials(request.headers.authorization, schemes);
  if (credentials === undefined) throw challenge(reply, schemes);
  const asking = strangers.asking(request, reply);
  const identity = await authenticator.authenticate(credentials.token, asking);
  if (identity !== undefined && mayUse(credentials, identity)) return identity;
  if (identity === undefined && strangers.countFailure(request)) {
    throw new LetheError('too_many_requests', {
      message: 'Too many credentials that nobody has came from this address.',
    });
  }
  throw challenge(reply, schemes);
}

async function identifyDataPlane(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticator, strangers }: Checks<'dataPlaneAuthenticator'>,
): Promise<DataPlaneIdentity> {
  const secret = parseDataPlaneSecret(request.headers.authorization);
  if (secret === undefined) throw challenge(reply, ['Basic']);
  const asking = strangers.asking(request, reply);
  const dataPlane = await authenticator.authenticate(secret, asking);
  if (dataPlane !== undefined) return dataPlane;
  strangers.countFailure(request);
  throw challenge(reply, ['Basic']);
}

function challenge(reply: FastifyReply, schemes: readonly Scheme[]): LetheError {
  reply.header(
    'www-authenticate',
    schemes.map((scheme) => CHALLENGES[scheme]),
  );
  return new LetheError('unauthorized');
}

function mayUse({ email }: Credentials, identity: TokenIdentity): boolean {
  return email === undefined || email.toLowerCase() === identity.email.toLowerCase();
}
