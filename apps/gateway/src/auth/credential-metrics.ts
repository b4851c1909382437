import type {
  QueryUnauthenticated,
  DataPlaneIdentity,
  OnFormer,
  SessionAuthenticator,
  TokenIdentity,
} from '@lethe/catalog';
import type { Logger, Metrics } from '@lethe/observability';
import { FormerCredentials } from './former-credentials.js';

const KINDS = ['token', 'data_plane', 'session'] as const;
type Kind = (typeof KINDS)[number];
/** Results of look-ups. A session that has ended for any reason counts as `expired`. */
const RESULTS = ['known', 'unknown', 'revoked', 'expired', 'error'] as const;
type Result = (typeof RESULTS)[number];

interface Authenticates<T> {
  authenticate(secret: string, lookUpUnknown?: QueryUnauthenticated, onFormer?: OnFormer): Found<T>;
}

/** Result of a look-up; without a promise if the identity is cached. */
export type Found<T> = T | undefined | Promise<T | undefined>;

/** The checks of each kind of credentials. */
export interface Authenticators {
  /** Returns the identity of a token. */
  readonly authenticator: Authenticates<TokenIdentity>;
  /** Returns the data plane of a secret. */
  readonly dataPlaneAuthenticator: Authenticates<DataPlaneIdentity>;
  /** Returns the session of a console cookie. */
  readonly sessionAuthenticator: Pick<SessionAuthenticator, 'authenticate' | 'invalidate'>;
}

/**
 * Counts look-ups of credentials by result. An unknown credential was guessed or mistyped. If a
 * revoked or expired credential is used, its id is logged.
 *
 * @returns the same checks, which also count
 */
export function countLookups(
  { authenticator, dataPlaneAuthenticator, sessionAuthenticator }: Authenticators,
  metrics: Metrics,
  logger: Logger,
): Authenticators {
  const lookups = metrics.counter(
    'gateway_credential_lookups_total',
    'Look-ups of credentials, by kind (token, data_plane, session) and result (known, unknown, revoked, expired, error).',
    {
      labels: ['kind', 'result'],
      known: KINDS.flatMap((kind) => RESULTS.map((result) => ({ kind, result }))),
    },
  );
  const former = new FormerCredentials(logger);
  /** @param resultOf returns the result of a look-up without an error */
  const counted = async <T>(
    kind: Kind,
    asked: Promise<T>,
    resultOf: (found: T) => Result,
  ): Promise<T> => {
    let result: Result = 'error';
    try {
      const found = await asked;
      result = resultOf(found);
      return found;
    } finally {
      lookups.inc({ kind, result });
    }
  };
  const byCredential =
    <T>(kind: 'token' | 'data_plane', authenticator: Authenticates<T>) =>
    (secret: string, lookUpUnknown?: QueryUnauthenticated): Found<T> => {
      let ended: Result = 'unknown';
      const onFormer: OnFormer = (credential) => {
        ended = credential.endedBy;
        former.note(kind, credential);
      };
      const found = authenticator.authenticate(secret, lookUpUnknown, onFormer);
      const resultOf = (known: T | undefined) => (known === undefined ? ended : 'known');
      if (found instanceof Promise) return counted(kind, found, resultOf);
      lookups.inc({ kind, result: resultOf(found) });
      return found;
    };
  return {
    authenticator: { authenticate: byCredential('token', authenticator) },
    dataPlaneAuthenticator: { authenticate: byCredential('data_plane', dataPlaneAuthenticator) },
    sessionAuthenticator: {
      // Ended sessions are not logged, because a page that stays open keeps sending requests.
      authenticate: (...args) =>
        counted('session', sessionAuthenticator.authenticate(...args), (found) =>
          found === 'ended' ? 'expired' : found === undefined ? 'unknown' : 'known',
        ),
      invalidate: (secret) => {
        sessionAuthenticator.invalidate(secret);
      },
    },
  };
}
