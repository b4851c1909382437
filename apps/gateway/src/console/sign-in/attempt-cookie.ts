import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Maximum seconds for the sign-in of a person at the provider. */
export const ATTEMPT_SECONDS = 600;
/**
 * Maximum tabs of one browser with a sign-in attempt. The attempt of a further tab ends the oldest
 * attempt.
 */
const MAX_ATTEMPTS = 4;

/**
 * The cookie with the sign-in attempts of a browser, one for each tab. The cookie is `Lax`, because
 * browsers do not send a `Strict` cookie when the provider redirects them to Lethe.
 */
export class AttemptCookie {
  private readonly name: string;
  private readonly secure: boolean;

  constructor(publicUrl: string) {
    this.secure = publicUrl.startsWith('https:');
    this.name = this.secure ? '__Host-lethe-sign-in' : 'lethe-sign-in-loopback';
  }

  /** @returns the attempts of the browser, the newest first */
  read({ headers }: Pick<FastifyRequest, 'headers'>): readonly string[] {
    const { [this.name]: value = '' } = parseCookie(headers.cookie ?? '', {
      decode: (text) => text,
    });
    return value.split('.', MAX_ATTEMPTS).filter((attempt) => attempt !== '');
  }

  /** @param attempts the newest first; if the list is empty, the browser deletes the cookie */
  write(reply: FastifyReply, attempts: readonly string[]): void {
    const { name, secure } = this;
    const value = attempts.slice(0, MAX_ATTEMPTS).join('.');
    const maxAge = value === '' ? 0 : ATTEMPT_SECONDS;
    const attributes = { httpOnly: true, path: '/', sameSite: 'lax' } as const;
    reply.header('set-cookie', stringifySetCookie({ ...attributes, name, value, maxAge, secure }));
  }
}
