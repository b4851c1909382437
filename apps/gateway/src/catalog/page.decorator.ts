import {
  CATALOG_PAGE_SIZE,
  isIdentifier,
  type CatalogPage,
  type CatalogPageRequest,
} from '@lethe/catalog';
import type { LookupPagingDto } from '@lethe/api';
import { DetailsCollector } from '@lethe/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { parseQuery, pathOf, type Query } from '../http/request/query-string.js';
import { reportUnknownNames } from '@lethe/api/definition';

const PAGE = /^[1-9]\d{0,5}$/;

/** The page of a list that a request asks for, or the rest of one that was too large for an answer. */
export class Page {
  /**
   * @param path of the list, without a query
   * @param wanted what to ask the catalog for
   */
  constructor(
    private readonly path: string,
    readonly wanted: CatalogPageRequest,
  ) {}

  paging({ total, goesOnAfter }: CatalogPage<unknown>): LookupPagingDto {
    const { page } = this.wanted;
    if (goesOnAfter !== undefined) {
      const after = encodeURIComponent(goesOnAfter);
      return { total, next: `${this.path}?page=${page}&after=${after}` };
    }
    const isLast = page * CATALOG_PAGE_SIZE >= total;
    return isLast ? { total } : { total, next: `${this.path}?page=${page + 1}` };
  }
}

/**
 * The `Page` of `?page=n` and `after=id`; the first without them. Throws LetheError `invalid_request` naming the
 * parameter.
 */
export const PageQuery = createParamDecorator((_data: unknown, context: ExecutionContext): Page => {
  const { url } = context.switchToHttp().getRequest<FastifyRequest>();
  return new Page(pathOf(url), readWanted(url));
});

/** `?page=n`; 1 without it. */
export function readPageNumber({ page = '1' }: Query, problems: DetailsCollector): number {
  if (typeof page === 'string' && PAGE.test(page)) return Number(page);
  problems.add('page', 'must be a whole number from 1 to 999999, given once');
  return 1;
}

function readWanted(target: string): CatalogPageRequest {
  const query = parseQuery(target);
  const problems = new DetailsCollector();
  reportUnknownNames(query, ['page', 'after'], 'query parameter', problems);
  const page = readPageNumber(query, problems);
  const { after } = query;
  if (after !== undefined && (typeof after !== 'string' || !isIdentifier(after))) {
    problems.add('after', 'must be an id as it came in `paging.next`, given once');
  }
  problems.throwIfAny();
  return { page, ...(typeof after === 'string' ? { after } : {}) };
}
