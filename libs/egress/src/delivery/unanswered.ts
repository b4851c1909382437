import type { DeliveryAnswer } from '@lethe/contracts';

/**
 * What stands in the place of an answer that did not come.
 *
 * @param error why, fit for the user's eyes
 */
export function unanswered(error: string): DeliveryAnswer {
  return { status: 0, body: { error }, truncated: false };
}
