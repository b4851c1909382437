import type { DeliveryAnswer, DeliveryRequest } from '@lethe/contracts';
import type { Egress } from '../egress.js';
import { EgressFailedError, EgressRefusedError } from '../egress-errors.js';
import { toDeliveryAnswer } from './to-delivery-answer.js';
import { toOutgoingRequest } from './to-outgoing-request.js';
import { unanswered } from './unanswered.js';

/** Bytes of an answer that are read. */
const MAX_ANSWER_BYTES = 1024 * 1024;

interface DeliveryOptions {
  /** The guarded client. */
  readonly egress: Egress;
  /** Milliseconds from the call to the end of the answer. Default 10,000. */
  readonly timeoutMs?: number;
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
 * @param options the client, and how long one request may take
 */
export function createDelivery({ egress, timeoutMs = 10_000 }: DeliveryOptions): Delivery {
  return async (request, signal) => {
    try {
      const options = { timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES, signal };
      return toDeliveryAnswer(await egress.send(toOutgoingRequest(request), options));
    } catch (error) {
      return unanswered(describeError(error));
    }
  };
}

function describeError(error: unknown): string {
  const isForTheUser = error instanceof EgressRefusedError || error instanceof EgressFailedError;
  return isForTheUser ? error.message : 'The request could not be sent';
}
