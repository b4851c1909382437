import { LetheError } from '@lethe/contracts';
import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../is-loopback.js';

/** Browsers take a cookie of this prefix from the very host only, over TLS, so no subdomain can put one of its own in its place. */
const SECURE_NAME = '__Host-lethe';
/** Browsers differ in whether they keep a `Secure` cookie of loopback without TLS. */
const LOOPBACK_NAME = 'lethe-loopback';
const HTTPS_NEEDED =
  'The console needs https, except on loopback: a browser keeps no session that others could read on the way.';

/** What a proxy adds: behind one it is not a loopback address that the browser has open. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

const ATTRIBUTES = { httpOnly: true, path: '/', sameSite: 'strict' } as const;

type Headers = Pick<FastifyRequest, 'headers'>;

/** The cookie that holds the id of a session. */
export class SessionCookies {
  private readonly mayBeLoopback: boolean;

  /** @param publicUrl by which browsers reach us, where that is configured */
  constructor(publicUrl: string | undefined) {
    this.mayBeLoopback = publicUrl === undefined || isLoopback(new URL(publicUrl).host);
  }

  /** The id that the request came with. */
  read(request: Headers): string | undefined {
    const { cookie } = request.headers;
    if (cookie === undefined) return undefined;
    const cookies = parseCookie(cookie, { decode: (text) => text });
    return (
      cookies[SECURE_NAME] ?? (this.isOnLoopback(request) ? cookies[LOOPBACK_NAME] : undefined)
    );
  }

  /**
   * Whether the browser would keep the cookie of a session: looked at before one is begun.
   *
   * @throws LetheError `invalid_request`
   */
  requireSafe(request: Headers): void {
    const { origin } = request.headers;
    if (origin?.startsWith('http:') !== true || this.isOnLoopback(request)) return;
    throw new LetheError('invalid_request', {
      message: HTTPS_NEEDED,
      details: { Origin: 'must be https, or http on loopback' },
    });
  }

  write(request: Headers, reply: FastifyReply, secret: string, expiresAt: Date): void {
    const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1_000));
    const isLoopback = this.isOnLoopback(request) && !isHttps(request);
    this.send(reply, isLoopback ? LOOPBACK_NAME : SECURE_NAME, { value: secret, maxAge });
  }

  /** Has the browser forget it, whichever it has. */
  clear(request: Headers, reply: FastifyReply): void {
    for (const name of this.isOnLoopback(request) ? [SECURE_NAME, LOOPBACK_NAME] : [SECURE_NAME]) {
      this.send(reply, name, { value: '', maxAge: 0 });
    }
  }

  private send(reply: FastifyReply, name: string, rest: Pick<SetCookie, 'value' | 'maxAge'>): void {
    const secure = name === SECURE_NAME;
    reply.header('set-cookie', stringifySetCookie({ ...ATTRIBUTES, ...rest, name, secure }));
  }

  /**
   * Whether the browser has a loopback address open. Where it comes from says nothing: it may be a proxy beside us, or a port that
   * Docker or kubectl forwards. `Host` is what the browser says, and a page of another site can't make it lie.
   */
  private isOnLoopback({ headers }: Headers): boolean {
    if (!this.mayBeLoopback || PROXY_HEADERS.some((name) => name in headers)) return false;
    return headers.host !== undefined && isLoopback(headers.host);
  }
}

function isHttps({ headers }: Headers): boolean {
  return headers.origin?.startsWith('https:') === true;
}
