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
  const lookups = metrics.counter({
    name: 'gateway_credential_lookups_total',
    help: 'Credentials that were looked up, by kind (token, data_plane, session) and result (known, unknown, revoked, expired, error).',
    labels: ['kind', 'result'],
    known: KINDS.flatMap((kind) => RESULTS.map((result) => ({ kind, result }))),
  });
  const former = new FormerCredentials(logger);
  const counted =
    <T>(
      kind: Exclude<Kind, 'session'>,
      ask: (
        secret: string,
        asStranger?: AskAsStranger,
        onFormer?: OnFormer,
      ) => Promise<T | undefined>,
    ) =>
    async (secret: string, asStranger?: AskAsStranger): Promise<T | undefined> => {
      try {
        let result: (typeof RESULTS)[number] = 'unknown';
        const known = await ask(secret, asStranger, (one) => {
          result = one.endedBy;
          former.note(kind, one);
        });
        if (known !== undefined) result = 'known';
        lookups.inc({ kind, result });
        return known;
      } catch (error) {
        lookups.inc({ kind, result: 'error' });
        throw error;
      }
    };
  /** Not named in the log: a page that was left open asks on by itself. */
  const countedSession = async (secret: string, asStranger?: AskAsStranger) => {
    try {
      const found = await sessionAuthenticator.authenticate(secret, asStranger);
      const result = found === 'ended' ? 'expired' : found === undefined ? 'unknown' : 'known';
      lookups.inc({ kind: 'session', result });
      return found;
    } catch (error) {
      lookups.inc({ kind: 'session', result: 'error' });
      throw error;
    }
  };
  return {
    sessionAuthenticator: {
      authenticate: countedSession,
      forget: (secret) => {
        sessionAuthenticator.forget(secret);
      },
    },
    authenticator: {
      authenticate: counted('token', (...asked) => authenticator.authenticate(...asked)),
    },
    dataPlaneAuthenticator: {
      authenticate: counted('data_plane', (...asked) =>
        dataPlaneAuthenticator.authenticate(...asked),
      ),
    },
  };
}
