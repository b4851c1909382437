import type {
  AskAsStranger,
  DataPlaneAuthenticator,
  OnFormer,
  SessionAuthenticator,
  TokenAuthenticator,
} from '@lethe/catalog';
import type { Logger, Metrics } from '@lethe/observability';
import { FormerCredentials } from './former-credentials.js';

const KINDS = ['token', 'data_plane', 'session'] as const;
type Kind = (typeof KINDS)[number];
/** A session that has ended, whatever ended it, counts as expired. */
const RESULTS = ['known', 'unknown', 'revoked', 'expired', 'error'] as const;
type Result = (typeof RESULTS)[number];

interface Authenticates<T> {
  authenticate(
    secret: string,
    asStranger?: AskAsStranger,
    onFormer?: OnFormer,
  ): Promise<T | undefined>;
}

/** The checks of each kind of credentials. */
export interface Authenticators {
  /** Finds out whom a user's token belongs to. */
  readonly authenticator: Pick<TokenAuthenticator, 'authenticate'>;
  /** Finds out which data plane a secret belongs to. */
  readonly dataPlaneAuthenticator: Pick<DataPlaneAuthenticator, 'authenticate'>;
  /** Finds out who is signed in to the console. */
  readonly sessionAuthenticator: Pick<SessionAuthenticator, 'authenticate' | 'forget'>;
}

/**
 * Counts what came of looking up credentials. One that is unknown is one that somebody guesses or mistyped; one that is
 * revoked or expired and still used is named in the log.
 *
 * @returns the same checks, counted
 */
export function countLookups(
  { authenticator, dataPlaneAuthenticator, sessionAuthenticator }: Authenticators,
  metrics: Metrics,
  logger: Logger,
): Authenticators {
  const lookups = metrics.counter(
    'gateway_credential_lookups_total',
    'Credentials that were looked up, by kind (token, data_plane, session) and result (known, unknown, revoked, expired, error).',
    {
      labels: ['kind', 'result'],
      known: KINDS.flatMap((kind) => RESULTS.map((result) => ({ kind, result }))),
    },
  );
  const former = new FormerCredentials(logger);
  /** @param resultOf what came of it, where it was not an error */
  const counted = async <T>(
    kind: Kind,
    ask: () => Promise<T>,
    resultOf: (found: T) => Result,
  ): Promise<T> => {
    let result: Result = 'error';
    try {
      const found = await ask();
      result = resultOf(found);
      return found;
    } finally {
      lookups.inc({ kind, result });
    }
  };
  const byCredential =
    <T>(kind: 'token' | 'data_plane', authenticator: Authenticates<T>) =>
    (secret: string, asStranger?: AskAsStranger): Promise<T | undefined> => {
      let ended: Result = 'unknown';
      const onFormer: OnFormer = (one) => {
        ended = one.endedBy;
        former.note(kind, one);
      };
      const ask = () => authenticator.authenticate(secret, asStranger, onFormer);
      return counted(kind, ask, (known) => (known === undefined ? ended : 'known'));
    };
  return {
    authenticator: { authenticate: byCredential('token', authenticator) },
    dataPlaneAuthenticator: { authenticate: byCredential('data_plane', dataPlaneAuthenticator) },
    sessionAuthenticator: {
      // Not named in the log: a page that was left open asks on by itself.
      authenticate: (...asked) =>
        counted(
          'session',
          () => sessionAuthenticator.authenticate(...asked),
          (found) => (found === 'ended' ? 'expired' : found === undefined ? 'unknown' : 'known'),
        ),
      forget: (secret) => {
        sessionAuthenticator.forget(secret);
      },
    },
  };
}
