import type { CodeOwner, OpenSession, Sessions, SignInCode, TokenIdentity } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticators } from '../credential-metrics.js';
import { challenge, countRefusals } from '../challenge.js';
import type { FailedCredentials } from '../failed-credentials.js';
import type { HttpMetrics } from '../../http/http-metrics.js';
import { refuseUnexpected } from '../../http/request/unexpected-query-or-key.js';
import type { CallerLimits } from '../../admission/rates/caller-limits.js';
import { isOfConsole, isSameOrigin } from './console-request.js';
import type { SessionCookies } from './session-cookies.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler if the request has the console cookie and no other credentials. */
    consoleSession: OpenSession | undefined;
  }
}

/** Credentials of a sign-in. */
export type SignInWith = { readonly token: string } | { readonly code: string };

export interface ConsoleSessionsParts extends Omit<Authenticators, 'dataPlaneAuthenticator'> {
  readonly sessions: Pick<Sessions, 'begin' | 'beginByCode' | 'ownerOfCode' | 'makeCode' | 'end'>;
  readonly failedCredentials: FailedCredentials;
  readonly callers: Pick<CallerLimits, 'chargeRequest'>;
  readonly cookies: SessionCookies;
  readonly http: Pick<HttpMetrics, 'refuse'>;
}

/** Begins, finds and ends sessions of the console. */
export class ConsoleSessions {
  constructor(private readonly parts: ConsoleSessionsParts) {}

  /**
   * Finds the session of a request without other credentials.
   *
   * @returns `undefined` if there is no session, or if another site sent the request
   * @throws LetheError `too_many_requests` for a client that guesses session ids; `unavailable`
   */
  async find(request: FastifyRequest, reply: FastifyReply): Promise<OpenSession | undefined> {
    if (!isOfConsole(request) || !isSameOrigin(request)) return undefined;
    const { cookies, sessionAuthenticator, failedCredentials } = this.parts;
    const stale: string[] = [];
    let isUnknown = false;
    for (const { name, secret } of cookies.read(request)) {
      const lookup = failedCredentials.lookupFor(request, reply);
      const found = await sessionAuthenticator.authenticate(secret, lookup);
      if (typeof found === 'object') {
        cookies.clear(reply, stale);
        return found;
      }
      isUnknown ||= found === undefined;
      stale.push(name);
    }
    if (isUnknown) failedCredentials.refuseTooMany(request);
    return undefined;
  }

  /**
   * Signs in with a new session, and ends earlier sessions of the browser.
   *
   * @throws LetheError `invalid_request` unless a page of this gateway sent the request;
   * `unauthorized`, `too_many_requests`, `unavailable`
   */
  async begin(request: FastifyRequest, reply: FastifyReply, by: SignInWith): Promise<void> {
    const { cookies, sessions, failedCredentials } = this.parts;
    requireOwnPage(request);
    refuseUnexpected(request);
    cookies.requireSafe(request);
    const begun =
      'token' in by
        ? await this.beginByToken(request, reply, by.token)
        : await sessions.beginByCode(by.code, failedCredentials.lookupFor(request, reply));
    if (begun === undefined) this.refuse(request, reply);
    await this.endOwn(request);
    cookies.write(request, reply, begun.secret, begun.expiresAt);
  }

  /**
   * Returns the owner of a code. The page shows the owner before it uses the code. The code can
   * still be used afterwards.
   *
   * @throws LetheError as `begin`
   */
  async findCode(request: FastifyRequest, reply: FastifyReply, code: string): Promise<CodeOwner> {
    requireOwnPage(request);
    const { sessions, failedCredentials } = this.parts;
    const owner = await sessions.ownerOfCode(code, failedCredentials.lookupFor(request, reply));
    return owner ?? this.refuse(request, reply);
  }

  /**
   * Signs out. Succeeds without a session, too.
   *
   * @throws LetheError `unauthorized` unless a page of this gateway sent the request; `unavailable`
   */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!isOfConsole(request) || !isSameOrigin(request))
      throw challenge(request, reply, ['Bearer']);
    if ((await this.find(request, reply)) !== undefined) await this.endOwn(request);
    const { cookies } = this.parts;
    cookies.clear(reply, cookies.namesFor(request));
  }

  /**
   * Creates a code that signs in once.
   *
   * @throws LetheError `unauthorized` if the token was just revoked, `unavailable`
   */
  async makeCode({ tokenId }: TokenIdentity): Promise<SignInCode> {
    const code = await this.parts.sessions.makeCode(tokenId);
    if (code === undefined) throw new LetheError('unauthorized');
    return code;
  }

  private async beginByToken(request: FastifyRequest, reply: FastifyReply, token: string) {
    const { authenticator, sessions, failedCredentials, callers } = this.parts;
    const lookup = failedCredentials.lookupFor(request, reply);
    const identity = await authenticator.authenticate(token, lookup);
    if (identity === undefined) return undefined;
    callers.chargeRequest(identity, reply);
    return sessions.begin(identity.tokenId);
  }

  private refuse(request: FastifyRequest, reply: FastifyReply): never {
    const counted = countRefusals(this.parts.http);
    try {
      this.parts.failedCredentials.refuseTooMany(request);
    } catch (error) {
      counted(error);
    }
    return counted(challenge(request, reply, ['Bearer']));
  }

  private async endOwn(request: FastifyRequest): Promise<void> {
    for (const { secret } of this.parts.cookies.read(request)) {
      await this.parts.sessions.end(secret);
      this.parts.sessionAuthenticator.invalidate(secret);
    }
  }
}

/** Prevents login CSRF: refuses a request that no page of this gateway sent. */
function requireOwnPage(request: FastifyRequest): void {
  const details = {
    ...(!isOfConsole(request) && { 'X-Lethe-Console': 'must be 1' }),
    ...(!isSameOrigin(request) && {
      'Sec-Fetch-Site':
        'must be same-origin. A browser without this header must send an Origin that equals the Host',
    }),
  };
  if (Object.keys(details).length === 0) return;
  throw new LetheError('invalid_request', {
    message:
      'This request is for the console only. In a program, send the token as Authorization: Bearer.',
    details,
  });
}
