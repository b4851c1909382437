import type { DeliveryAnswer, DeliveryRequest } from '@lethe/contracts';
import type { Egress } from '../egress.js';
import { EgressFailedError, EgressRefusedError } from '../egress-errors.js';
import { toDeliveryAnswer } from './to-delivery-answer.js';
import { toOutgoingRequest } from './to-outgoing-request.js';
import { unanswered } from './unanswered.js';

const MAX_ANSWER_BYTES = 1024 * 1024;

interface DeliveryOptions {
  /** The HTTP client, which checks each address. */
  readonly egress: Egress;
  /** Milliseconds from the call to the end of the answer. Default 10,000. */
  readonly timeoutMs?: number;
}

/**
 * Sends the request of a request object exactly once. Never rejects. If no answer arrives, the
 * result has the status 0 and the body `{ error }`.
 *
 * @param signal ends the request early
 */
export type Delivery = (request: DeliveryRequest, signal: AbortSignal) => Promise<DeliveryAnswer>;

/**
 * Returns a function that sends requests to destinations. Does not follow redirects.
 *
 * @param options the client, and the timeout of one request
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
