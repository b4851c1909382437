import {
  DetailsCollector,
  FIXED_LIMITS,
  ID_PATTERN,
  ID_PROBLEM,
  type RetryDeletionsCommand,
} from '@lethe/contracts';
import { readTime } from '../http/request/read-time.js';
import { membersOfBody, readCount } from '../http/request/body-members.js';

const MEMBERS = ['destinationId', 'createdAfter', 'createdBefore', 'limit'] as const;
const LIMIT = { least: 1, usual: FIXED_LIMITS.pageSize, most: FIXED_LIMITS.pageSize };

/**
 * Checks the body of `POST /v2/deletion-jobs/retry`.
 *
 * @throws LetheError `invalid_request` naming each path
 */
export function checkRetry(body: unknown): Omit<RetryDeletionsCommand, 'context'> {
  const problems = new DetailsCollector();
  const given = membersOfBody(body, MEMBERS, problems);
  const { destinationId } = given;
  const isId = typeof destinationId === 'string' && ID_PATTERN.test(destinationId);
  if (destinationId !== undefined && !isId) problems.add('destinationId', ID_PROBLEM);
  const createdAfter = readTime('createdAfter', given.createdAfter, problems);
  const createdBefore = readTime('createdBefore', given.createdBefore, problems);
  const limit = readCount('limit', given.limit, LIMIT, problems);
  problems.throwIfAny();
  return {
    limit,
    filter: {
      ...(isId ? { destinationId } : {}),
      ...(createdAfter === undefined ? {} : { createdAfter }),
      ...(createdBefore === undefined ? {} : { createdBefore }),
    },
  };
}
