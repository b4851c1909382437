import { ListDeletionJobsDto } from '@lethe/api';
import {
  DetailsCollector,
  FIXED_LIMITS,
  ID_PATTERN,
  ID_PROBLEM,
  LetheError,
  type ListDeletionJobsCommand,
} from '@lethe/contracts';
import type { Query } from '../http/request/query-string.js';
import { readTime } from '../http/request/read-time.js';
import { reportUnknownNames } from '../http/request/unknown-names.js';
import { validateDto } from '../http/request/validate-dto.js';

/** Parameters that the next page takes over as they were. */
const FILTERS = [
  'limit',
  'destination_id',
  'status',
  'overdue',
  'needs_attention',
  'held',
  'created_after',
  'created_before',
] as const;
const PARAMETERS = ['after_cursor', ...FILTERS] as const;
const LIMIT = /^[1-9]\d{0,3}$/;
const MAX_CURSOR_LENGTH = 512;

/**
 * Checks the query of `GET /v2/deletion-jobs`.
 *
 * @throws LetheError `invalid_request` naming each parameter, `invalid_cursor`
 */
export function checkJobsQuery(query: Query): Omit<ListDeletionJobsCommand, 'context'> {
  const problems = new DetailsCollector();
  reportUnknownNames(query, PARAMETERS, 'query parameter', problems);
  const dto = validateDto(ListDeletionJobsDto, query, PARAMETERS, problems);
  const { destination_id: destinationId, status, after_cursor: afterCursor } = dto;
  const { overdue, needs_attention: needsAttention, held } = dto;
  const limit = checkLimit(dto.limit, problems);
  if (typeof destinationId === 'string' && !ID_PATTERN.test(destinationId)) {
    problems.add('destination_id', ID_PROBLEM);
  }
  const createdAfter = readTime('created_after', dto.created_after, problems);
  const createdBefore = readTime('created_before', dto.created_before, problems);
  problems.throwIfAny();
  if (afterCursor === '' || (afterCursor?.length ?? 0) > MAX_CURSOR_LENGTH) {
    throw new LetheError('invalid_cursor', { details: { after_cursor: 'is not a cursor' } });
  }
  return {
    limit,
    filter: {
      ...(destinationId === undefined ? {} : { destinationId }),
      ...(status === undefined ? {} : { status }),
      ...(overdue === undefined ? {} : { overdue: overdue === 'true' }),
      ...(needsAttention === undefined ? {} : { needsAttention: needsAttention === 'true' }),
      ...(held === undefined ? {} : { held: held === 'true' }),
      ...(createdAfter === undefined ? {} : { createdAfter }),
      ...(createdBefore === undefined ? {} : { createdBefore }),
    },
    ...(afterCursor === undefined ? {} : { afterCursor }),
  };
}

/** Relative path of the next page: the new cursor, and the caller's filters as they were. */
export function nextJobsPage(query: Query, cursor: string): string {
  const parameters = new URLSearchParams({ after_cursor: cursor });
  for (const name of FILTERS) {
    const value = query[name];
    if (typeof value === 'string') parameters.set(name, value);
  }
  return `/v2/deletion-jobs?${parameters.toString()}`;
}

function checkLimit(given: unknown, problems: DetailsCollector): number {
  if (given === undefined) return FIXED_LIMITS.defaultPageSize;
  const limit = typeof given === 'string' && LIMIT.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > FIXED_LIMITS.pageSize) {
    problems.add('limit', `must be a whole number from 1 to ${FIXED_LIMITS.pageSize}`);
  }
  return limit;
}
