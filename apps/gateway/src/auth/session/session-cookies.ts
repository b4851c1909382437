import { isLoopback } from '@lethe/config';
import { LetheError } from '@lethe/contracts';
import { parseCookie, stringifySetCookie, type SetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

interface SessionCookie {
  readonly name: string;
  /** The id of the session. */
  readonly secret: string;
}

/** The cookie that holds the id of a session. */
export class SessionCookies {
  private readonly mayBeLoopback: boolean;

  /** @param publicUrl by which browsers reach us, where that is configured */
  constructor(publicUrl: string | undefined) {
    this.mayBeLoopback = publicUrl === undefined || isLoopback(new URL(publicUrl).host);
  }

  /** The ids that the request came with: two where a browser has been at loopback both with TLS and without. The safer one is first. */
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

  /** Has the browser keep this session, and no other one. */
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

  /** Has the browser forget these. */
  clear(reply: FastifyReply, names: readonly string[]): void {
    for (const name of names) this.send(reply, name, { value: '', maxAge: 0 });
  }

  /** What cookies of sessions may be called in this request. */
  namesFor(request: Headers): readonly string[] {
    return this.isOnLoopback(request) ? [SECURE_NAME, LOOPBACK_NAME] : [SECURE_NAME];
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
