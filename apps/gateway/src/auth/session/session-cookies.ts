import { isLoopback } from '@lethe/config';
import { LetheError } from '@lethe/contracts';
import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Browsers accept a cookie with this prefix only over TLS and only from the host itself, so that a
 * subdomain cannot replace the cookie.
 */
const SECURE_NAME = '__Host-lethe';
/**
 * On loopback without TLS, only some browsers keep a `Secure` cookie. So the cookie with this name
 * is not `Secure`.
 */
const LOOPBACK_NAME = 'lethe-loopback';
const HTTPS_NEEDED =
  'The console needs https. Open it with https://. Only on localhost and 127.0.0.1, http is allowed.';

/** Headers that proxies add. A request through a proxy does not come from a page on loopback. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

const ATTRIBUTES = { httpOnly: true, path: '/', sameSite: 'strict' } as const;

type Headers = Pick<FastifyRequest, 'headers'>;

interface SessionCookie {
  readonly name: string;
  /** The id of the session. */
  readonly secret: string;
}

/** Reads and writes the cookies with the id of a session. */
export class SessionCookies {
  private readonly mayBeLoopback: boolean;

  /** @param publicUrl address of the gateway for browsers, if it is configured */
  constructor(publicUrl: string | undefined) {
    this.mayBeLoopback = publicUrl === undefined || isLoopback(new URL(publicUrl).host);
  }

  /**
   * Returns the session ids of a request. The id in the `Secure` cookie is first. There are two ids
   * if the browser used loopback with TLS and also without TLS.
   */
  read(request: Headers): readonly SessionCookie[] {
    const { cookie } = request.headers;
    if (cookie === undefined) return [];
    const cookies = parseCookie(cookie, { decode: (text) => text });
    return this.namesFor(request).flatMap((name) => {
      const secret = cookies[name];
      return secret === undefined ? [] : [{ name, secret }];
    });
  }

  /**
   * Checks before a sign-in that the browser will keep the cookie.
   *
   * @throws LetheError `invalid_request`
   */
  requireSafe(request: Headers): void {
    const { origin } = request.headers;
    if (origin?.startsWith('http:') !== true || this.isOnLoopback(request)) return;
    throw new LetheError('invalid_request', {
      message: HTTPS_NEEDED,
      details: { Origin: 'must be https, or http on localhost or 127.0.0.1' },
    });
  }

  /** Makes the browser keep this session, and delete the cookies of other sessions. */
  write(request: Headers, reply: FastifyReply, secret: string, expiresAt: Date): void {
    const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1_000));
    const isLoopback = this.isOnLoopback(request) && !isHttps(request);
    const kept = isLoopback ? LOOPBACK_NAME : SECURE_NAME;
    this.send(reply, kept, { value: secret, maxAge });
    this.clear(
      reply,
      this.namesFor(request).filter((name) => name !== kept),
    );
  }

  /** Makes the browser delete these cookies. */
  clear(reply: FastifyReply, names: readonly string[]): void {
    for (const name of names) this.send(reply, name, { value: '', maxAge: 0 });
  }

  /** Returns the names that session cookies can have in this request. */
  namesFor(request: Headers): readonly string[] {
    return this.isOnLoopback(request) ? [SECURE_NAME, LOOPBACK_NAME] : [SECURE_NAME];
  }

  private send(
    reply: FastifyReply,
    name: string,
    content: Pick<SetCookie, 'value' | 'maxAge'>,
  ): void {
    const secure = name === SECURE_NAME;
    reply.header('set-cookie', stringifySetCookie({ ...ATTRIBUTES, ...content, name, secure }));
  }

  /**
   * Returns whether the page in the browser has a loopback address. The client address does not
   * show this. Behind a proxy on this host, it is always a loopback address. With a port that
   * Docker or kubectl forwards, it can be another address. The browser sets `Host`, and a page of
   * another site cannot change this header.
   */
  private isOnLoopback({ headers }: Headers): boolean {
    if (!this.mayBeLoopback || PROXY_HEADERS.some((name) => name in headers)) return false;
    return headers.host !== undefined && isLoopback(headers.host);
  }
}

function isHttps({ headers }: Headers): boolean {
  return headers.origin?.startsWith('https:') === true;
}
