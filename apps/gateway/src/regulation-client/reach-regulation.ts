import { setTimeout as sleep } from 'node:timers/promises';
import { RegulationAccessError } from './regulation-access-error.js';
import { AnswerLostError } from './regulation-connection.js';
import type { RegulationConnections } from './regulation-connections.js';

const RETRY_MS = 1_000;
const ANSWER_MS = 5_000;
const ATTEMPTS_PER_NOTICE = 10;
/** One may be a service that stops. */
const CLOSED_MAX = 3;
const TLS_CODE = /CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$|^ERR_(?:TLS|SSL|OSSL)_/;

/**
 * Waits until the regulation service answers over mutual TLS for the first time, however long it is
 * down. Later on a certificate that is not accepted is waited out, as it may be being replaced.
 *
 * @param options.place where it is, for the message
 * @param options.onWaiting gets the error of the first failed attempt, and of one in about ten seconds
 * @throws RegulationAccessError when one of the two does not accept the other's certificate
 */
export async function reachRegulation(
  connections: Pick<RegulationConnections, 'request'>,
  options: {
    readonly place: string;
    readonly signal: AbortSignal;
    readonly onWaiting: (error: unknown) => void;
  },
): Promise<void> {
  const { place, signal, onWaiting } = options;
  let closed = 0;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      // No such pattern, and that answer will do. With TLS 1.3 only an answer shows that it accepts us.
      await connections.request('hello', {}, ANSWER_MS);
      return;
    } catch (error) {
      const code = tlsCodeOf(error);
      if (code !== undefined) throw new RegulationAccessError(place, code, error);
      const isAway =
        error instanceof AnswerLostError || (error as { code?: unknown }).code === 'unavailable';
      if (!isAway) return;
      // Node refuses a certificate without a word: it closes the connection after the handshake.
      closed = error instanceof AnswerLostError && error.cause !== undefined ? closed + 1 : 0;
      if (closed === CLOSED_MAX) {
        throw new RegulationAccessError(place, 'CLOSED_AFTER_HANDSHAKE', error);
      }
      if (attempt % ATTEMPTS_PER_NOTICE === 0) onWaiting(error);
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

function tlsCodeOf(error: unknown): string | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code } = inner as { code?: unknown };
    if (typeof code === 'string' && TLS_CODE.test(code)) return code;
  }
  return undefined;
}
