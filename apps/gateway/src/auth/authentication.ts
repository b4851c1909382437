import type { Credentials } from '@lethe/api/definition';
import type { DataPlaneIdentity, TokenIdentity } from '@lethe/catalog';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleSessions } from './session/console-sessions.js';
import type { Authenticators } from './credential-metrics.js';
import { challenge, countRefusals } from './challenge.js';
import { parseCredentials, parseDataPlaneSecret, type Scheme } from './credentials.js';
import { DATA_PLANE_BODY_BYTES } from '../admission/data-plane-admission.js';
import type { HttpMetrics } from '../http/http-metrics.js';
import type { FailedCredentials } from './failed-credentials.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Credentials that the route requires, see `Route`; default: a token. */
    credentials?: Credentials;
  }
  interface FastifyRequest {
    /** Set before the handler of every route that needs a token. */
    identity: TokenIdentity | undefined;
    /**
     * Looks up `identity` again, or refuses the request. Used in long requests, because the token
     * can be revoked during the request. Only for routes that need a token.
     */
    identifyAgain: (reply: FastifyReply) => Promise<TokenIdentity>;
    /** Set before the handler of every route that needs the secret of a data plane. */
    dataPlane: DataPlaneIdentity | undefined;
  }
}

export interface AuthenticationOptions {
  readonly failedCredentials: FailedCredentials;
  /** Finds the session of a console cookie. */
  readonly sessions: Pick<ConsoleSessions, 'find'>;
  readonly http: Pick<HttpMetrics, 'refuse'>;
}

interface Checks<Kind extends keyof Authenticators> {
  readonly authenticator: Authenticators[Kind];
  readonly failedCredentials: FailedCredentials;
}

/** Maximum body of a sign-in, in bytes. */
const SIGN_IN_BODY_BYTES = 4096;

/** Body limits in bytes, for credentials with a lower limit than the common body limit. */
const BODY_BYTES: Readonly<Partial<Record<Credentials, number>>> = {
  dataPlane: DATA_PLANE_BODY_BYTES,
  'session if any': SIGN_IN_BODY_BYTES,
  none: SIGN_IN_BODY_BYTES,
};

/** The route needs no credentials. */
export const Public = () => RouteConfig({ credentials: 'none' } satisfies FastifyContextConfig);

/**
 * Checks the credentials that the matched route declares, before the body is read. A route without
 * a declaration requires a token, so that a new endpoint cannot be public by mistake.
 */
export function addAuthentication(
  instance: FastifyInstance,
  { authenticator, dataPlaneAuthenticator }: Authenticators,
  { failedCredentials, sessions, http }: AuthenticationOptions,
): void {
  const countRefusal = countRefusals(http);
  instance.addHook('onRoute', (route) => {
    const bytes = BODY_BYTES[route.config?.credentials ?? 'token'];
    const { bodyLimit = Infinity } = instance.initialConfig;
    if (bytes !== undefined) route.bodyLimit = Math.min(bodyLimit, bytes);
  });
  const checks = { authenticator, failedCredentials };
  const identifyCaller = (
    request: FastifyRequest,
    reply: FastifyReply,
    credentials: CallerCredentials,
  ): TokenIdentity | Promise<TokenIdentity> => {
    const schemes = credentials === 'token or basic' ? BASIC_OR_BEARER : BEARER;
    const isToken = request.headers.authorization !== undefined || credentials === 'token only';
    if (isToken && credentials !== 'session') return identify(request, reply, schemes, checks);
    return identifySession(request, reply, schemes, sessions);
  };
  const identifyAgain = async function (this: FastifyRequest, reply: FastifyReply) {
    try {
      const { credentials = 'token' } = this.route;
      return await identifyCaller(this, reply, credentials as CallerCredentials);
    } catch (error) {
      return countRefusal(error);
    }
  };
  instance.decorateRequest('identifyAgain', identifyAgain);
  instance.addHook('onRequest', (request, reply, done) => {
    const { credentials = 'token' } = request.route;
    if (credentials === 'none' || credentials === 'session if any') {
      done();
      return;
    }
    if (credentials === 'dataPlane') {
      const ofDataPlane = { authenticator: dataPlaneAuthenticator, failedCredentials };
      const setDataPlane = (dataPlane: DataPlaneIdentity) => {
        request.dataPlane = dataPlane;
        done();
      };
      identifyDataPlane(request, reply, ofDataPlane).catch(countRefusal).then(setDataPlane, done);
      return;
    }
    const setIdentity = (identity: TokenIdentity) => {
      request.identity = identity;
      done();
    };
    // Most requests have a cached identity. They continue without a promise.
    const found = tried(() => identifyCaller(request, reply, credentials));
    if (found instanceof Promise) found.catch(countRefusal).then(setIdentity, done);
    else setIdentity(found);
  });
}

type CallerCredentials = Exclude<Credentials, 'dataPlane' | 'none' | 'session if any'>;

const BEARER: readonly Scheme[] = ['Bearer'];
const BASIC_OR_BEARER: readonly Scheme[] = ['Basic', 'Bearer'];

/** Returns the result of a function; a rejected promise if the function throws. */
function tried<T>(run: () => T | Promise<T>): T | Promise<T> {
  try {
    return run();
  } catch (error) {
    return Promise.resolve().then(() => {
      throw error;
    });
  }
}

function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  schemes: readonly Scheme[],
  { authenticator, failedCredentials }: Checks<'authenticator'>,
): TokenIdentity | Promise<TokenIdentity> {
  const credentials = parseCredentials(request.headers.authorization, schemes);
  if (credentials === undefined) throw challenge(request, reply, schemes);
  const check = (identity: TokenIdentity | undefined): TokenIdentity => {
    if (identity !== undefined && mayUse(credentials, identity)) return identity;
    if (identity === undefined) failedCredentials.refuseTooMany(request);
    throw challenge(request, reply, schemes);
  };
  const lookup = failedCredentials.lookupFor(request, reply);
  const found = authenticator.authenticate(credentials.token, lookup);
  return found instanceof Promise ? found.then(check) : check(found);
}

async function identifySession(
  request: FastifyRequest,
  reply: FastifyReply,
  schemes: readonly Scheme[],
  sessions: AuthenticationOptions['sessions'],
): Promise<TokenIdentity> {
  request.consoleSession = await sessions.find(request, reply);
  if (request.consoleSession === undefined) throw challenge(request, reply, schemes);
  return request.consoleSession.identity;
}

async function identifyDataPlane(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticator, failedCredentials }: Checks<'dataPlaneAuthenticator'>,
): Promise<DataPlaneIdentity> {
  const secret = parseDataPlaneSecret(request.headers.authorization);
  if (secret === undefined) throw challenge(request, reply, ['Basic']);
  const lookup = failedCredentials.lookupFor(request, reply);
  const dataPlane = await authenticator.authenticate(secret, lookup);
  if (dataPlane !== undefined) return dataPlane;
  failedCredentials.countFailure(request);
  throw challenge(request, reply, ['Basic']);
}

function mayUse({ email }: { readonly email?: string }, identity: TokenIdentity): boolean {
  return email === undefined || email.toLowerCase() === identity.email.toLowerCase();
}
