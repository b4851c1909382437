import { describeError, type Logger } from '@lethe/observability';
import { LogThrottle, retryUntilDone } from '@lethe/resilience';
import { RegulationAccessError } from './regulation-access-error.js';
import { AnswerLostError } from './answer-lost-error.js';
import type { RegulationClientVariables } from './regulation-client.variables.js';
import type { RegulationConnections } from './connections/regulation-connections.js';

const RETRY_MS = 1_000;
const ANSWER_MS = 5_000;
/** Connections in a row that were closed without an answer; a single one may be a service that stops. */
const CLOSED_MAX = 3;
const TLS_CODE = /CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$|^ERR_(?:TLS|SSL|OSSL)_/;

/**
 * Waits until the regulation service answers over mutual TLS for the first time, however long it is
 * down. After that first time nobody looks: a certificate that is not accepted may be being replaced. Without mutual TLS there is
 * nothing to find out.
 *
 * @param signal ends the trying
 * @returns once the service has answered, or once the signal was aborted
 * @throws RegulationAccessError when one of the two does not accept the other's certificate
 */
export async function reachRegulation(
  connections: Pick<RegulationConnections, 'request'>,
  config: RegulationClientVariables,
  { signal, logger }: { readonly signal: AbortSignal; readonly logger: Logger },
): Promise<void> {
  if (config.LETHE_RPC_CA_FILE === undefined) return;
  const place = config.LETHE_REGULATION_ADDRESS;
  const notices = new LogThrottle();
  let closed = 0;
  const tryOnce = async (): Promise<void> => {
    try {
      // There is no such pattern, and an answer that says so is enough: with TLS 1.3 only an
      // answer shows that the service accepts our certificate.
      await connections.request('hello', {}, ANSWER_MS);
    } catch (error) {
      const code = tlsCodeOf(error);
      if (code !== undefined) throw new RegulationAccessError(place, code, error);
      if (!isAway(error)) return;
      // Node refuses a certificate without a word: it closes the connection after the handshake.
      closed = error instanceof AnswerLostError && error.cause !== undefined ? closed + 1 : 0;
      if (closed === CLOSED_MAX) {
        throw new RegulationAccessError(place, 'CLOSED_AFTER_HANDSHAKE', error);
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

/** Whether the service did not answer; every other error is an answer of its own. */
function isAway(error: unknown): boolean {
  return error instanceof AnswerLostError || (error as { code?: unknown }).code === 'unavailable';
}

function tlsCodeOf(error: unknown): string | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code } = inner as { code?: unknown };
    if (typeof code === 'string' && TLS_CODE.test(code)) return code;
  }
  return undefined;
}
