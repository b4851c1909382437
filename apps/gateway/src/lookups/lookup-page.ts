import { CATALOG_PAGE_SIZE } from '@lethe/catalog';
import { DetailsCollector, type LookupPagingDto } from '@lethe/contracts';
import { parseQuery } from '../http/query-string.js';
import { reportUnknownNames } from '../http/unknown-names.js';

const PAGE = /^[1-9]\d{0,5}$/;

/**
 * Reads `?page=n`; 1 without it.
 *
 * @param target the request's target, with its query
 * @throws LetheError `invalid_request` naming the parameter
 */
export function readPage(target: string): number {
  const query = parseQuery(target);
  const problems = new DetailsCollector();
  reportUnknownNames(query, ['page'], 'query parameter', problems);
  const { page = '1' } = query;
  if (typeof page !== 'string' || !PAGE.test(page)) {
    problems.add('page', 'must be a whole number from 1 to 999999, given once');
  }
  problems.throwIfAny();
  return Number(page);
}

/** @param path of the list, without a query */
export function pagingOf(path: string, page: number, total: number): LookupPagingDto {
  const isLast = page * CATALOG_PAGE_SIZE >= total;
  return isLast ? { total } : { total, next: `${path}?page=${page + 1}` };
}
