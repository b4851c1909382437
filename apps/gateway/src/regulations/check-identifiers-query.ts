import { DetailsCollector } from '@lethe/contracts';
import { parseQuery, type Query } from '../http/request/query-string.js';
import { reportUnknownNames } from '@lethe/api/definition';

/** Whether answers of regulations show identifiers as they are: unless `identifiers=masked` asks for less. */
export function showsIdentifiers({ identifiers }: Query): boolean {
  return identifiers !== 'masked';
}

/**
 * Checks the query of `GET /v2/regulations/{id}`.
 *
 * @param target of the request
 * @returns as `showsIdentifiers`
 * @throws LetheError `invalid_request` naming the parameter
 */
export function checkIdentifiersQuery(target: string): boolean {
  const query = parseQuery(target);
  const problems = new DetailsCollector();
  reportUnknownNames(query, ['identifiers'], 'query parameter', problems);
  const { identifiers = 'full' } = query;
  if (identifiers !== 'full' && identifiers !== 'masked') {
    problems.add('identifiers', 'must be masked or full');
  }
  problems.throwIfAny();
  return showsIdentifiers(query);
}
