import type { DeliveryAnswer } from '@lethe/contracts';

/**
 * Returns the result of a request without an answer.
 *
 * @param error reason, which users see
 */
export function unanswered(error: string): DeliveryAnswer {
  return { status: 0, body: { error }, truncated: false };
}
