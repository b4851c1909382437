import { DetailsCollector } from '@lethe/contracts';
import { parseQuery } from '../http/query-string.js';
import { reportUnknownNames } from '../http/unknown-names.js';
import { checkReason } from './check-reason.js';

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
