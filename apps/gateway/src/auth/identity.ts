import type { TokenAuthenticator, TokenIdentity } from '@lethe/catalog';

/** Finds out whom a token belongs to. */
export type Authenticator = Pick<TokenAuthenticator, 'authenticate'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of every route that needs credentials. */
    identity: TokenIdentity | undefined;
    /** Whether the request counts as one in flight. */
    holdsPlace: boolean;
  }
}
