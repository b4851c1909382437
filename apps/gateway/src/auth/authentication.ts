import { LetheError } from '@lethe/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseCredentials, type Credentials, type Scheme } from './credentials.js';
import type { TokenIdentity } from '@lethe/catalog';
import type { Authenticator } from './identity.js';

/** Which credentials a route takes, by its first segment. Everything else is public. */
const SCHEMES: Readonly<Record<string, readonly Scheme[]>> = {
  v0: ['Basic', 'Bearer'],
  v2: ['Bearer'],
  transformations: ['Basic', 'Bearer'],
  'transformation-libraries': ['Basic', 'Bearer'],
};

const CHALLENGES: Readonly<Record<Scheme, string>> = {
  Basic: 'Basic realm="lethe", charset="UTF-8"',
  Bearer: 'Bearer realm="lethe"',
};

/**
 * Checks credentials before the body is read. It goes by the matched route's pattern, not by the
 * request's URL, which may be written in many ways; and by prefix, so that no new endpoint can
 * forget it.
 */
export function addAuthentication(instance: FastifyInstance, authenticator: Authenticator): void {
  instance.addHook('onRoute', (route) => {
    const schemes = SCHEMES[route.url.split('/')[1] ?? ''];
    if (schemes === undefined) return;
    route.onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      request.identity = await identify(request, reply, schemes, authenticator);
    };
  });
}

async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  schemes: readonly Scheme[],
  authenticator: Authenticator,
): Promise<TokenIdentity> {
  const credentials = parseCredentials(request.headers.authorization, schemes);
  const identity =
    credentials === undefined ? undefined : await authenticator.authenticate(credentials.token);
  if (credentials !== undefined && identity !== undefined && mayUse(credentials, identity)) {
    return identity;
  }
  reply.header(
    'www-authenticate',
    schemes.map((scheme) => CHALLENGES[scheme]),
  );
  throw new LetheError('unauthorized');
}

function mayUse({ email }: Credentials, identity: TokenIdentity): boolean {
  return email === undefined || email.toLowerCase() === identity.email.toLowerCase();
}
