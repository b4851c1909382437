import { FIXED_LIMITS, type DetailsCollector } from '@lethe/contracts';

/**
 * Checks why something is asked for, in the caller's words.
 *
 * @param given of any shape
 * @param problems gets what is wrong, under `reason`
 * @returns nothing, or the member `reason`
 */
export function checkReason(given: unknown, problems: DetailsCollector): { reason?: string } {
  if (given === undefined) return {};
  if (typeof given !== 'string') {
    problems.add('reason', 'must be a text, given once');
    return {};
  }
  if (given.trim() === '') problems.add('reason', 'must not be blank; leave it out');
  if (given.length > FIXED_LIMITS.reasonLength) {
    problems.add('reason', `must not be longer than ${FIXED_LIMITS.reasonLength} characters`);
  }
  return { reason: given };
}
