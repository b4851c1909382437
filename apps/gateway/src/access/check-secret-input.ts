import type { SecretInputDto } from '@lethe/api';
import { DetailsCollector } from '@lethe/contracts';
import { membersOfBody } from '../http/request/body-members.js';
import { readTime } from '../http/request/read-time.js';
import { validateDto } from '../http/request/validate-dto.js';

/**
 * Checks the body of a request that makes a token or a data plane.
 *
 * @param type of the body
 * @param members of `type`
 * @returns the body; its `expiresAt` as `toISOString` writes it
 * @throws LetheError `invalid_request` naming each path
 */
export function checkSecretInput<T extends SecretInputDto>(
  body: unknown,
  type: new () => T,
  members: readonly string[],
): T {
  const problems = new DetailsCollector();
  const given = membersOfBody(body, members, problems);
  const input = validateDto(type, given, members, problems);
  const expiresAt = readTime('expiresAt', given.expiresAt, problems);
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()) {
    problems.add('expiresAt', 'must be in the future');
  }
  problems.throwIfAny();
  return expiresAt === undefined ? input : Object.assign(input, { expiresAt });
}
