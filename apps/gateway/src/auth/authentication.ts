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
 * forget to ask for them: a route that no list names takes the token of a user.
 */
export function addAuthentication(
  instance: FastifyInstance,
  { authenticator, dataPlaneAuthenticator }: Authenticators,
): void {
  instance.addHook('onRoute', (route) => {
    const segment = route.url.split('/')[1] ?? '';
    if (PUBLIC_SEGMENTS.has(segment)) return;
    if (DATA_PLANE_SEGMENTS.has(segment)) {
      route.onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
        request.dataPlane = await identifyDataPlane(request, reply, dataPlaneAuthenticator);
      };
      return;
    }
    const schemes: readonly Scheme[] = BASIC_SEGMENTS.has(segment)
      ? ['Basic', 'Bearer']
      : ['Bearer'];
    route.onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      request.identity = await identify(request, reply, schemes, authenticator);
    };
  });
}

async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  schemes: readonly Scheme[],
  authenticator: Authenticators['authenticator'],
): Promise<TokenIdentity> {
  const credentials = parseCredentials(request.headers.authorization, schemes);
  const identity =
    credentials === undefined ? undefined : await authenticator.authenticate(credentials.token);
  if (credentials !== undefined && identity !== undefined && mayUse(credentials, identity)) {
    return identity;
  }
  throw challenge(reply, schemes);
}

async function identifyDataPlane(
  request: FastifyRequest,
  reply: FastifyReply,
  authenticator: Authenticators['dataPlaneAuthenticator'],
): Promise<DataPlaneIdentity> {
  const secret = parseDataPlaneSecret(request.headers.authorization);
  const dataPlane = secret === undefined ? undefined : await authenticator.authenticate(secret);
  if (dataPlane === undefined) throw challenge(reply, ['Basic']);
  return dataPlane;
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
