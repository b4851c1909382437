import { checkDto, membersOf, type Dto } from '@lethe/api/definition';
import { DetailsCollector } from '@lethe/contracts';
import { membersOfBody } from '../http/request/body-members.js';

/**
 * Takes a body by the rules of its DTO.
 *
 * @param body as it was parsed, of any shape
 * @throws LetheError `invalid_request` naming each path; another code where only a member with one is wrong
 */
export function takeBody<T extends object>(type: Dto<T>, body: unknown): T {
  const problems = new DetailsCollector();
  const given = membersOfBody(body, [...membersOf(type).keys()], problems);
  const dto = checkDto(type, given, problems);
  problems.throwIfAny();
  return dto;
}
