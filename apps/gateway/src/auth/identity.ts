import type {
  DataPlaneAuthenticator,
  DataPlaneIdentity,
  TokenAuthenticator,
  TokenIdentity,
} from '@lethe/catalog';

/** Finds out whom a token belongs to. */
export type Authenticator = Pick<TokenAuthenticator, 'authenticate'>;

/** The checks of both kinds of credentials. */
export interface Authenticators {
  /** Finds out whom a user's token belongs to. */
  readonly authenticator: Authenticator;
  /** Finds out which data plane a secret belongs to. */
  readonly dataPlaneAuthenticator: Pick<DataPlaneAuthenticator, 'authenticate'>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of every route that needs a user's token. */
    identity: TokenIdentity | undefined;
    /** Set before the handler of every route that needs the secret of a data plane. */
    dataPlane: DataPlaneIdentity | undefined;
    /** What the database knows the regulations of this request by. */
    storedRequestId: string | undefined;
    /** Whether the request counts as one in flight. */
    holdsPlace: boolean;
  }
}
