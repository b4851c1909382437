import { DetailsCollector } from '@lethe/contracts';
import { parseQuery } from '../http/query-string.js';
import { reportUnknownNames } from '../http/unknown-names.js';

/**
 * Reads `?force=true|false`; false without it.
 *
 * @param target the request's target, with its query
 * @throws LetheError `invalid_request` naming the parameter
 */
export function readForce(target: string): boolean {
  const query = parseQuery(target);
  const problems = new DetailsCollector();
  reportUnknownNames(query, ['force'], 'query parameter', problems);
  const { force = 'false' } = query;
  if (force !== 'true' && force !== 'false') {
    problems.add('force', 'must be true or false, given once');
  }
  problems.throwIfAny();
  return force === 'true';
}
