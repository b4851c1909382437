import type { DeliveryAnswer, DeliveryRequest } from '@lethe/contracts';
import { type Egress, EgressFailedError, EgressRefusedError } from '@lethe/egress';
import { toDeliveryAnswer } from './to-delivery-answer.js';
import { toOutgoingRequest } from './to-outgoing-request.js';

export interface DeliveryOptions {
  /** The guarded client. */
  readonly egress: Egress;
  /** Milliseconds from the call to the end of the answer; default 10,000. */
  readonly timeoutMs?: number;
  /** Bytes of an answer that are read; default 1 MiB. */
  readonly maxAnswerBytes?: number;
  /** Bytes of an answer that are kept; default 64 KiB. */
  readonly keptBytes?: number;
}

/**
 * Sends request objects: one try each, whatever becomes of it.
 *
 * @returns a function that never rejects: where there was no answer, the status is 0 and the body
 *   `{ error }`
 */
export function createDelivery({
  egress,
  timeoutMs = 10_000,
  maxAnswerBytes = 1024 * 1024,
  keptBytes = 64 * 1024,
}: DeliveryOptions): (request: DeliveryRequest, signal: AbortSignal) => Promise<DeliveryAnswer> {
  return async (request, signal) => {
    try {
      const options = { timeoutMs, maxAnswerBytes, signal };
      const answer = await egress.send(toOutgoingRequest(request), options);
      return toDeliveryAnswer(answer, keptBytes);
    } catch (error) {
      return { status: 0, body: { error: describe(error) }, truncated: false };
    }
  };
}

function describe(error: unknown): string {
  const isForTheUser = error instanceof EgressRefusedError || error instanceof EgressFailedError;
  return isForTheUser ? error.message : 'The request could not be sent';
}
