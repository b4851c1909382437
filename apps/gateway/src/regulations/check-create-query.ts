import { DetailsCollector } from '@lethe/contracts';
import { parseQuery } from '../http/request/query-string.js';
import { reportUnknownNames } from '@lethe/api/definition';

/**
 * Checks the query of `POST /v2/regulations`.
 *
 * @param target of the request
 * @param hasKey whether it has an `Idempotency-Key`
 * @returns whether the caller wants the plan only
 * @throws LetheError `invalid_request` naming the parameter
 */
export function wantsPlan(target: string, hasKey: boolean): boolean {
  const query = parseQuery(target);
  const problems = new DetailsCollector();
  reportUnknownNames(query, ['dry_run'], 'query parameter', problems);
  const { dry_run: given } = query;
  if (given !== undefined && given !== 'true' && given !== 'false') {
    problems.add('dry_run', 'must be true or false, given once');
  }
  if (given === 'true' && hasKey) {
    problems.add(
      'Idempotency-Key',
      'has no effect with dry_run, which makes nothing; leave it out',
    );
  }
  problems.throwIfAny();
  return given === 'true';
}
