import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Seconds in which a user signs in at the provider. */
export const ATTEMPT_SECONDS = 600;
/** Tabs of one browser that may be at the provider at once; one more ends the attempt that began first. */
const MOST = 4;

/**
 * Holds what a browser keeps while it is at the identity provider, of each tab. `Lax`: the provider sends the browser back, and a
 * `Strict` cookie does not come with what another site began.
 */
export class AttemptCookie {
  private readonly name: string;
  private readonly secure: boolean;

  constructor(publicUrl: string) {
    this.secure = publicUrl.startsWith('https:');
    this.name = this.secure ? '__Host-lethe-sign-in' : 'lethe-sign-in-loopback';
  }

  /** @returns the attempts of the browser, the latest first */
  read({ headers }: Pick<FastifyRequest, 'headers'>): readonly string[] {
    const { [this.name]: value = '' } = parseCookie(headers.cookie ?? '', {
      decode: (text) => text,
    });
    return value.split('.', MOST).filter((attempt) => attempt !== '');
  }

  /** @param attempts the latest first; without any the browser forgets the cookie */
  write(reply: FastifyReply, attempts: readonly string[]): void {
    const { name, secure } = this;
    const value = attempts.slice(0, MOST).join('.');
    const maxAge = value === '' ? 0 : ATTEMPT_SECONDS;
    const attributes = { httpOnly: true, path: '/', sameSite: 'lax' } as const;
    reply.header('set-cookie', stringifySetCookie({ ...attributes, name, value, maxAge, secure }));
  }
}
