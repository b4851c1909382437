import { CATALOG_PAGE_SIZE } from '@lethe/catalog';
import type { LookupPagingDto } from '@lethe/api-contracts';
import { DetailsCollector } from '@lethe/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { parseQuery } from '../http/request/query-string.js';
import { reportUnknownNames } from '../http/request/unknown-names.js';

const PAGE = /^[1-9]\d{0,5}$/;

/** The page of a list that a request asks for. */
export class Page {
  /**
   * @param path of the list, without a query
   * @param number from 1
   */
  constructor(
    private readonly path: string,
    readonly number: number,
  ) {}

  /** @param total number of items on all pages */
  paging(total: number): LookupPagingDto {
    const isLast = this.number * CATALOG_PAGE_SIZE >= total;
    return isLast ? { total } : { total, next: `${this.path}?page=${this.number + 1}` };
  }
}

/**
 * The `Page` of `?page=n`; the first without it. Throws LetheError `invalid_request` naming the
 * parameter.
 */
export const PageQuery = createParamDecorator((_data: unknown, context: ExecutionContext): Page => {
  const { url, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
  return new Page(routeOptions.url ?? '', readPageNumber(url));
});

function readPageNumber(target: string): number {
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
