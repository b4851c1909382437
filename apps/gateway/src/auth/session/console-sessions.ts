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
    /** Set before the handler where the request came with the cookie of the console, and no other credentials. */
    consoleSession: OpenSession | undefined;
  }
}

/** What a person signs in with. */
export type SignInWith = { readonly token: string } | { readonly code: string };

export interface ConsoleSessionsParts extends Omit<Authenticators, 'dataPlaneAuthenticator'> {
  readonly sessions: Pick<Sessions, 'begin' | 'beginByCode' | 'ownerOfCode' | 'makeCode' | 'end'>;
  readonly failedCredentials: FailedCredentials;
  readonly callers: Pick<CallerLimits, 'chargeRequest'>;
  readonly cookies: SessionCookies;
  readonly http: Pick<HttpMetrics, 'refuse'>;
}

/** Signs people in to the console, finds out who is, and signs them out. */
export class ConsoleSessions {
  constructor(private readonly parts: ConsoleSessionsParts) {}

  /**
   * Finds out who is signed in, for a request without other credentials.
   *
   * @returns `undefined` also where the cookie counts for nothing, as no page of ours sent it
   * @throws LetheError `too_many_requests` to whoever guesses, `unavailable`
   */
  async find(request: FastifyRequest, reply: FastifyReply): Promise<OpenSession | undefined> {
    if (!isOfConsole(request) || !isSameOrigin(request)) return undefined;
    const { cookies, sessionAuthenticator, failedCredentials } = this.parts;
    const stale: string[] = [];
    let isUnknown = false;
    for (const { name, secret } of cookies.read(request)) {
      const asking = failedCredentials.asking(request, reply);
      const found = await sessionAuthenticator.authenticate(secret, asking);
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
   * Signs in: a new session with an id of its own, whatever the browser had before. Those end.
   *
   * @throws LetheError `invalid_request` where it is no page of ours that asks, `unauthorized`, `too_many_requests`, `unavailable`
   */
  async begin(request: FastifyRequest, reply: FastifyReply, by: SignInWith): Promise<void> {
    const { cookies, sessions, failedCredentials } = this.parts;
    requireOwnPage(request);
    refuseUnexpected(request);
    cookies.requireSafe(request);
    const begun =
      'token' in by
        ? await this.beginByToken(request, reply, by.token)
        : await sessions.beginByCode(by.code, failedCredentials.asking(request, reply));
    if (begun === undefined) this.refuse(request, reply);
    await this.endOwn(request);
    cookies.write(request, reply, begun.secret, begun.expiresAt);
  }

  /**
   * Finds out whom a code would sign in: the page names them before the code is used. The code stays usable.
   *
   * @throws LetheError as `begin`
   */
  async findCode(request: FastifyRequest, reply: FastifyReply, code: string): Promise<CodeOwner> {
    requireOwnPage(request);
    const { sessions, failedCredentials } = this.parts;
    const owner = await sessions.ownerOfCode(code, failedCredentials.asking(request, reply));
    return owner ?? this.refuse(request, reply);
  }

  /** Signs out, also who is signed out already. @throws LetheError `unauthorized` where it is no page of ours that asks, `unavailable` */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!isOfConsole(request) || !isSameOrigin(request))
      throw challenge(request, reply, ['Bearer']);
    if ((await this.find(request, reply)) !== undefined) await this.endOwn(request);
    const { cookies } = this.parts;
    cookies.clear(reply, cookies.namesFor(request));
  }

  /** Makes a code that signs in once. @throws LetheError `unauthorized` when the token was just revoked, `unavailable` */
  async makeCode({ tokenId }: TokenIdentity): Promise<SignInCode> {
    const made = await this.parts.sessions.makeCode(tokenId);
    if (made === undefined) throw new LetheError('unauthorized');
    return made;
  }

  private async beginByToken(request: FastifyRequest, reply: FastifyReply, token: string) {
    const { authenticator, sessions, failedCredentials, callers } = this.parts;
    const asking = failedCredentials.asking(request, reply);
    const identity = await authenticator.authenticate(token, asking);
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
      this.parts.sessionAuthenticator.forget(secret);
    }
  }
}

/** Prevents login CSRF. */
function requireOwnPage(request: FastifyRequest): void {
  const details = {
    ...(!isOfConsole(request) && { 'X-Lethe-Console': 'must be 1' }),
    ...(!isSameOrigin(request) && {
      'Sec-Fetch-Site': 'must be same-origin; or absent, and Origin that of the Host',
    }),
  };
  if (Object.keys(details).length === 0) return;
  throw new LetheError('invalid_request', {
    message: 'Only the console can sign in. Programs send their token as Authorization: Bearer.',
    details,
  });
}
