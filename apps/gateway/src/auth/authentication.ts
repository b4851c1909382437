import type { DataPlaneIdentity, TokenIdentity } from '@lethe/catalog';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { ConsoleSessions } from './session/console-sessions.js';
import type { Authenticators } from './credential-metrics.js';
import { challenge } from './challenge.js';
import { countRefusals } from './count-refusals.js';
import { isConsoleFile } from '../console/assets/serve-console.js';
import {
  parseCredentials,
  parseDataPlaneSecret,
  type Credentials,
  type Scheme,
} from './credentials.js';
import { DATA_PLANE_BODY_BYTES } from '../admission/data-plane-places.js';
import type { HttpMetrics } from '../http/http-metrics.js';
import type { Strangers } from './strangers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of every route that needs a user's token. */
    identity: TokenIdentity | undefined;
    /** Finds `identity` anew, or refuses the request: for what takes so long that the token may have been revoked meanwhile. */
    identifyAgain: (() => Promise<TokenIdentity>) | undefined;
    /** Set before the handler of every route that needs the secret of a data plane. */
    dataPlane: DataPlaneIdentity | undefined;
  }
}

export interface AuthenticationOptions {
  readonly strangers: Strangers;
  /** Who is signed in to the console. */
  readonly sessions: Pick<ConsoleSessions, 'find'>;
  readonly http: Pick<HttpMetrics, 'refuse'>;
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

/** What a route of the console takes. */
type ConsoleAccess = 'public' | 'token' | 'session';

/** Those of the console, one by one. One that is not here takes a token, as everywhere. */
const CONSOLE_ROUTES: Readonly<Record<string, ConsoleAccess>> = {
  'POST /console/session': 'public', // signing in
  'DELETE /console/session': 'public', // also who is signed out already may forget the cookie
  'GET /console/session': 'session',
  'HEAD /console/session': 'session',
  'GET /console/sign-in': 'public',
  'HEAD /console/sign-in': 'public',
  'GET /console/sign-in/oidc': 'public',
  'HEAD /console/sign-in/oidc': 'public',
  'GET /console/sign-in/oidc/callback': 'public',
  'HEAD /console/sign-in/oidc/callback': 'public',
  // Not with a session, which would outlive its end by a new one.
  'POST /console/sign-in-codes': 'token',
  'POST /console/sign-in-codes/lookup': 'public', // a page asks before it signs in
};
/** Bytes of what signs in. */
const SIGN_IN_BODY_BYTES = 4096;

/**
 * Checks credentials before the body is read. It goes by the matched route's pattern, not by the
 * request's URL, which may be written in many ways; and by prefix, so that no new endpoint can
 * forget to ask for them: a route that no list names takes the token of a user. Routes of data planes take small bodies only.
 */
export function addAuthentication(
  instance: FastifyInstance,
  { authenticator, dataPlaneAuthenticator }: Authenticators,
  { strangers, sessions, http }: AuthenticationOptions,
): void {
  const countRefusal = countRefusals(http);
  instance.addHook('onRoute', (route) => {
    const segment = route.url.split('/')[1] ?? '';
    if (PUBLIC_SEGMENTS.has(segment) || isConsoleFile(route)) return;
    if (DATA_PLANE_SEGMENTS.has(segment)) {
      limitBody(instance, route, DATA_PLANE_BODY_BYTES);
      route.onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
        request.dataPlane = await identifyDataPlane(request, reply, {
          authenticator: dataPlaneAuthenticator,
          strangers,
        }).catch(countRefusal);
      };
      return;
    }
    const access = segment === 'console' ? accessOf(route) : 'token or session';
    if (access === 'public') {
      limitBody(instance, route, SIGN_IN_BODY_BYTES);
      return;
    }
    const schemes: readonly Scheme[] = BASIC_SEGMENTS.has(segment)
      ? ['Basic', 'Bearer']
      : ['Bearer'];
    const identifyToken = (request: FastifyRequest, reply: FastifyReply) =>
      identify(request, reply, schemes, { authenticator, strangers });
    const identifySession = async (request: FastifyRequest, reply: FastifyReply) => {
      request.consoleSession = await sessions.find(request, reply);
      if (request.consoleSession === undefined) throw challenge(request, reply, schemes);
      return request.consoleSession.identity;
    };
    const identifyCaller = (request: FastifyRequest, reply: FastifyReply) => {
      if (access === 'session') return identifySession(request, reply);
      const mayBeSession = access !== 'token' && request.headers.authorization === undefined;
      return mayBeSession ? identifySession(request, reply) : identifyToken(request, reply);
    };
    route.onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      request.identifyAgain = () => identifyCaller(request, reply).catch(countRefusal);
      request.identity = await request.identifyAgain();
    };
  });
}

function accessOf({ method, url }: RouteOptions): ConsoleAccess {
  const accesses = [method].flat().map((one) => CONSOLE_ROUTES[`${one} ${url}`] ?? 'token');
  const [first = 'token'] = accesses;
  return accesses.every((access) => access === first) ? first : 'token';
}

function limitBody(instance: FastifyInstance, route: RouteOptions, bytes: number): void {
  const { bodyLimit = bytes } = instance.initialConfig;
  route.bodyLimit = Math.min(bodyLimit, bytes);
}

async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  schemes: readonly Scheme[],
  { authenticator, strangers }: Checks<'authenticator'>,
): Promise<TokenIdentity> {
  const credentials = parseCredentials(request.headers.authorization, schemes);
  if (credentials === undefined) throw challenge(request, reply, schemes);
  const asking = strangers.asking(request, reply);
  const identity = await authenticator.authenticate(credentials.token, asking);
  if (identity !== undefined && mayUse(credentials, identity)) return identity;
  if (identity === undefined) strangers.refuseTooMany(request);
  throw challenge(request, reply, schemes);
}

async function identifyDataPlane(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticator, strangers }: Checks<'dataPlaneAuthenticator'>,
): Promise<DataPlaneIdentity> {
  const secret = parseDataPlaneSecret(request.headers.authorization);
  if (secret === undefined) throw challenge(request, reply, ['Basic']);
  const asking = strangers.asking(request, reply);
  const dataPlane = await authenticator.authenticate(secret, asking);
  if (dataPlane !== undefined) return dataPlane;
  strangers.countFailure(request);
  throw challenge(request, reply, ['Basic']);
}

function mayUse({ email }: Credentials, identity: TokenIdentity): boolean {
  return email === undefined || email.toLowerCase() === identity.email.toLowerCase();
}
