import type { LookupPagingDto } from '@lethe/api';
import { CATALOG_PAGE_SIZE } from '@lethe/catalog';
import { DetailsCollector, SECRET_STATES, type SecretState } from '@lethe/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { readPageNumber } from '../catalog/page.decorator.js';
import { parseQuery } from '../http/request/query-string.js';
import { reportUnknownNames } from '@lethe/api/definition';

/** The page of a list that a request asks for. */
export interface SecretsPage {
  readonly page: number;
  readonly state?: SecretState;
  /** @param total of all pages */
  readonly paging: (total: number) => LookupPagingDto;
}

/** Reads `?page=n&state=…`. Throws LetheError `invalid_request` naming the parameter. */
export const SecretsQuery = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SecretsPage => {
    const { url, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const query = parseQuery(url);
    const problems = new DetailsCollector();
    reportUnknownNames(query, ['page', 'state'], 'query parameter', problems);
    const page = readPageNumber(query, problems);
    const state = SECRET_STATES.find((known) => known === query.state);
    if (query.state !== undefined && state === undefined) {
      problems.add('state', `must be one of ${SECRET_STATES.join(', ')}, given once`);
    }
    problems.throwIfAny();
    const only = state === undefined ? '' : `&state=${state}`;
    return {
      page,
      ...(state === undefined ? {} : { state }),
      paging: (total) => {
        const isLast = page * CATALOG_PAGE_SIZE >= total;
        return isLast ? { total } : { total, next: `${routeOptions.url}?page=${page + 1}${only}` };
      },
    };
  },
);
