import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Seconds in which somebody signs in at the provider. */
const SECONDS = 600;

/**
 * Holds what a browser keeps while it is at the identity provider. `Lax`: the provider sends the browser back, and a `Strict` cookie
 * does not come with what another site began.
 */
export class AttemptCookie {
  private readonly name: string;
  private readonly secure: boolean;

  constructor(publicUrl: string) {
    this.secure = publicUrl.startsWith('https:');
    this.name = this.secure ? '__Host-lethe-sign-in' : 'lethe-sign-in-loopback';
  }

  read({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
    return parseCookie(headers.cookie ?? '', { decode: (text) => text })[this.name];
  }

  write(reply: FastifyReply, attempt: string): void {
    this.send(reply, attempt, SECONDS);
  }

  clear(reply: FastifyReply): void {
    this.send(reply, '', 0);
  }

  private send(reply: FastifyReply, value: string, maxAge: number): void {
    const { name, secure } = this;
    const attributes = { httpOnly: true, path: '/', sameSite: 'lax' } as const;
    reply.header('set-cookie', stringifySetCookie({ ...attributes, name, value, maxAge, secure }));
  }
}
