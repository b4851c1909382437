import type { AskAsStranger } from '@lethe/catalog';
import type { Metrics } from '@lethe/observability';
import type { Authenticators } from './authentication.js';

const KINDS = ['token', 'data_plane'] as const;
const RESULTS = ['known', 'unknown', 'error'] as const;

/**
 * Counts what came of looking up credentials. One that is unknown here is one that somebody guesses, or that was
 * revoked and is still in use.
 *
 * @returns the same checks, counted
 */
export function countLookups(
  { authenticator, dataPlaneAuthenticator }: Authenticators,
  metrics: Metrics,
): Authenticators {
  const lookups = metrics.counter({
    name: 'gateway_credential_lookups_total',
    help: 'Credentials that were looked up, by kind (token, data_plane) and result (known, unknown, error).',
    labels: ['kind', 'result'],
    known: KINDS.flatMap((kind) => RESULTS.map((result) => ({ kind, result }))),
  });
  const counted =
    <T>(
      kind: string,
      ask: (secret: string, asStranger?: AskAsStranger) => Promise<T | undefined>,
    ) =>
    async (secret: string, asStranger?: AskAsStranger): Promise<T | undefined> => {
      try {
        const known = await ask(secret, asStranger);
        lookups.inc({ kind, result: known === undefined ? 'unknown' : 'known' });
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
