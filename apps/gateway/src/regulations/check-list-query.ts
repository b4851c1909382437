import { ListRegulationsDto } from '@lethe/api';
import {
  DetailsCollector,
  FIXED_LIMITS,
  LetheError,
  normaliseUserId,
  type ListRegulationsCommand,
  userIdProblem,
} from '@lethe/contracts';
import type { Query } from '../http/request/query-string.js';
import { readTime } from '../http/request/read-time.js';
import { reportUnknownNames } from '@lethe/api/definition';
import { validateDto } from '../http/request/validate-dto.js';

/** Parameters that the next page takes over as they were. */
const FILTERS = [
  'limit',
  'user_id',
  'regulation_type',
  'canceled',
  'status',
  'overdue',
  'created_after',
  'created_before',
  'identifiers',
] as const;
const PARAMETERS = ['after_cursor', ...FILTERS] as const;
const LIMIT = /^[1-9]\d{0,3}$/;
const MAX_CURSOR_LENGTH = 512;

/** Which page of `GET /v2/regulations` is wanted. */
export type ListRequest = Omit<ListRegulationsCommand, 'context'>;

/**
 * Checks the query of `GET /v2/regulations`.
 *
 * @throws LetheError `invalid_request` naming each parameter, `invalid_cursor`
 */
export function checkListQuery(query: Query): ListRequest {
  const problems = new DetailsCollector();
  reportUnknownNames(query, PARAMETERS, 'query parameter', problems);
  const dto = validateDto(ListRegulationsDto, query, PARAMETERS, problems);
  const limit = checkLimit(dto.limit, problems);
  const userId = checkUserId(dto.user_id, problems);
  const createdAfter = readTime('created_after', dto.created_after, problems);
  const createdBefore = readTime('created_before', dto.created_before, problems);
  problems.throwIfAny();
  const { after_cursor: afterCursor, regulation_type: regulationType, canceled } = dto;
  const { status, overdue } = dto;
  if (afterCursor === '' || (afterCursor?.length ?? 0) > MAX_CURSOR_LENGTH) {
    throw new LetheError('invalid_cursor', { details: { after_cursor: 'is not a cursor' } });
  }
  return {
    limit,
    ...(afterCursor === undefined ? {} : { afterCursor }),
    ...(userId === undefined ? {} : { userId }),
    ...(regulationType === undefined ? {} : { regulationType }),
    ...(canceled === undefined ? {} : { canceled: canceled === 'true' }),
    ...(status === undefined ? {} : { status }),
    ...(overdue === undefined ? {} : { overdue: overdue === 'true' }),
    ...(createdAfter === undefined ? {} : { createdAfter }),
    ...(createdBefore === undefined ? {} : { createdBefore }),
  };
}

/** Relative path of the next page: the new cursor, and the caller's filters as they were. */
export function nextPage(query: Query, cursor: string): string {
  const parameters = new URLSearchParams({ after_cursor: cursor });
  for (const name of FILTERS) {
    const value = query[name];
    if (typeof value === 'string') parameters.set(name, value);
  }
  return `/v2/regulations?${parameters.toString()}`;
}

function checkLimit(given: unknown, problems: DetailsCollector): number {
  if (given === undefined) return FIXED_LIMITS.defaultPageSize;
  const limit = typeof given === 'string' && LIMIT.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > FIXED_LIMITS.pageSize) {
    problems.add('limit', `must be a whole number from 1 to ${FIXED_LIMITS.pageSize}`);
  }
  return limit;
}

function checkUserId(given: unknown, problems: DetailsCollector): string | undefined {
  if (typeof given !== 'string') return undefined;
  const problem = userIdProblem(given);
  if (problem !== undefined) problems.add('user_id', problem);
  return normaliseUserId(given);
}
