import type { DeliveryAnswer, DeliveryRequest } from '@lethe/contracts';
import type { Egress } from '../egress.js';
import { EgressFailedError, EgressRefusedError } from '../egress-errors.js';
import { toDeliveryAnswer } from './to-delivery-answer.js';
import { toOutgoingRequest } from './to-outgoing-request.js';
import { unanswered } from './unanswered.js';

/** What one request may take. */
interface DeliveryLimits {
  /** Milliseconds from the call to the end of the answer. Default 10,000. */
  readonly timeoutMs: number;
  /** Bytes of an answer that are read. Default 1 MiB. */
  readonly maxAnswerBytes: number;
  /** Bytes of an answer's body that are kept, as UTF-8. Default 64 KiB. */
  readonly keptBytes: number;
}

const DEFAULT_DELIVERY_LIMITS: DeliveryLimits = {
  timeoutMs: 10_000,
  maxAnswerBytes: 1024 * 1024,
  keptBytes: 64 * 1024,
};

interface DeliveryOptions extends Partial<DeliveryLimits> {
  /** The guarded client. */
  readonly egress: Egress;
}

/**
 * Sends one request object, once, whatever becomes of it. Never rejects: where there was no answer,
 * the status is 0 and the body `{ error }`.
 *
 * @param signal ends the request early
 */
export type Delivery = (request: DeliveryRequest, signal: AbortSignal) => Promise<DeliveryAnswer>;

/**
 * Puts together what sends requests to destinations. Redirects are not followed.
 *
 * @param options the client, and limits other than the default ones
 */
export function createDelivery({ egress, ...limits }: DeliveryOptions): Delivery {
  const { timeoutMs, maxAnswerBytes, keptBytes } = { ...DEFAULT_DELIVERY_LIMITS, ...limits };
  return async (request, signal) => {
    try {
      const options = { timeoutMs, maxAnswerBytes, signal };
      const answer = await egress.send(toOutgoingRequest(request), options);
      return toDeliveryAnswer(answer, keptBytes);
    } catch (error) {
      return unanswered(describeError(error));
    }
  };
}

function describeError(error: unknown): string {
  const isForTheUser = error instanceof EgressRefusedError || error instanceof EgressFailedError;
  return isForTheUser ? error.message : 'The request could not be sent';
}
