import { DetailsCollector, FIXED_LIMITS } from '@lethe/contracts';
import { parseQuery } from '../http/request/query-string.js';
import { reportUnknownNames } from '@lethe/api/definition';

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

/**
 * Checks the query of `DELETE /v2/regulations/{id}`.
 *
 * @param target of the request
 * @throws LetheError `invalid_request` naming the parameter
 */
export function checkCancelQuery(target: string): { reason?: string } {
  const query = parseQuery(target);
  const problems = new DetailsCollector();
  reportUnknownNames(query, ['reason'], 'query parameter', problems);
  const reason = checkReason(query.reason, problems);
  problems.throwIfAny();
  return reason;
}
