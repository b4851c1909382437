import { describeError, type Logger } from '@lethe/observability';
import { LogThrottle, retryUntilDone } from '@lethe/resilience';
import { RegulationAccessError } from './regulation-access-error.js';
import { AnswerLostError } from './answer-lost-error.js';
import { codeOf } from './code-of.js';
import type { RegulationClientVariables } from './regulation-client.variables.js';
import type { RegulationConnections } from './connections/regulation-connections.js';

const RETRY_MS = 1_000;
const ANSWER_MS = 5_000;
/**
 * Number of consecutive connections without an answer after which the certificate is considered
 * refused. One connection is not enough, because a service that stops also closes its connections.
 */
const CLOSED_MAX = 3;
const TLS_CODE = /CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$|^ERR_(?:TLS|SSL|OSSL)_/;

/**
 * Waits until the regulation service has answered once over mutual TLS, and retries without limit
 * while the service is down. Later connections are not checked, because an operator may be
 * replacing a certificate that is refused later. Does nothing without mutual TLS.
 *
 * @param signal ends the attempts
 * @returns when the service has answered, or the signal was aborted
 * @throws RegulationAccessError if the service or this app does not accept the certificate of the
 * other side
 */
export async function reachRegulation(
  connections: Pick<RegulationConnections, 'request'>,
  config: RegulationClientVariables,
  { signal, logger }: { readonly signal: AbortSignal; readonly logger: Logger },
): Promise<void> {
  if (config.LETHE_RPC_CA_FILE === undefined) return;
  const address = config.LETHE_REGULATION_ADDRESS;
  const notices = new LogThrottle();
  let closed = 0;
  const tryOnce = async (): Promise<void> => {
    try {
      // The service answers that this pattern does not exist, which is enough. With TLS 1.3, only
      // an answer shows that the service accepts the certificate of Lethe.
      await connections.request('hello', {}, ANSWER_MS);
    } catch (error) {
      const code = codeOf(error, (one) => TLS_CODE.test(one));
      if (code !== undefined) throw new RegulationAccessError(address, code, error);
      if (!isUnanswered(error)) return;
      // A service that refuses the certificate sends no error. Node closes the connection after the
      // handshake.
      closed = error instanceof AnswerLostError && error.cause !== undefined ? closed + 1 : 0;
      if (closed === CLOSED_MAX) {
        throw new RegulationAccessError(address, 'CLOSED_AFTER_HANDSHAKE', error);
      }
      throw error;
    }
  };
  await retryUntilDone(tryOnce, {
    signal,
    pauseMs: RETRY_MS,
    isWorthRetrying: (error) => !(error instanceof RegulationAccessError),
    onFailure: (error) => {
      if (!notices.isDue()) return;
      logger.warn({ error: describeError(error) }, 'the regulation service cannot be reached');
    },
  });
}

/** Returns whether the service did not answer. All other errors are answers. */
function isUnanswered(error: unknown): boolean {
  return error instanceof AnswerLostError || (error as { code?: unknown }).code === 'unavailable';
}
