import type { AskAsStranger, OnFormer } from '@lethe/catalog';
import type { Logger, Metrics } from '@lethe/observability';
import type { Authenticators } from './authentication.js';
import { FormerCredentials } from './former-credentials.js';

const KINDS = ['token', 'data_plane'] as const;
type Kind = (typeof KINDS)[number];
/** Data planes' secrets do not expire; theirs stays 0. */
const RESULTS = ['known', 'unknown', 'revoked', 'expired', 'error'] as const;

/**
 * Counts what came of looking up credentials. One that is unknown is one that somebody guesses or mistyped; one that is
 * revoked or expired and still used is named in the log.
 *
 * @returns the same checks, counted
 */
export function countLookups(
  { authenticator, dataPlaneAuthenticator }: Authenticators,
  metrics: Metrics,
  logger: Logger,
): Authenticators {
  const lookups = metrics.counter({
    name: 'gateway_credential_lookups_total',
    help: 'Credentials that were looked up, by kind (token, data_plane) and result (known, unknown, revoked, expired, error).',
    labels: ['kind', 'result'],
    known: KINDS.flatMap((kind) => RESULTS.map((result) => ({ kind, result }))),
  });
  const former = new FormerCredentials(logger);
  const counted =
    <T>(
      kind: Kind,
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
  return {
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
