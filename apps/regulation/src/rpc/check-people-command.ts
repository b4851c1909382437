import {
  FIXED_LIMITS,
  MAX_USER_ID_BYTES,
  PEOPLE_BOUNDS,
  PERSON_KEYS,
  REGULATION_TYPES,
  userIdProblem,
  type LookUpPersonCommand,
  type SearchPeopleCommand,
  type UnsuppressCommand,
} from '@lethe/contracts';
import { areTexts, isCount, isText, MOST, objectOf, problemsOf, refuse } from './check-command.js';

/** @throws LetheError `invalid_request` */
export function checkLookUp({ context, person, afterCursor }: LookUpPersonCommand): void {
  const { by, value, asGiven } = objectOf(person);
  refuse([
    ...problemsOf(context),
    ['person.by', !PERSON_KEYS.includes(by)],
    ['person.value', !(by === 'userId' ? isUserId(value) : isIdentifier(value))],
    ['person.asGiven', asGiven !== undefined && !(by === 'userId' && isUserId(asGiven))],
    [
      'afterCursor',
      afterCursor !== undefined && !(by === 'userId' && isText(afterCursor, MOST.cursor)),
    ],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkSearch({ context, prefix, limit, after }: SearchPeopleCommand): void {
  refuse([
    ...problemsOf(context),
    ['prefix', !isBeginning(prefix)],
    ['limit', !isCount(limit, PEOPLE_BOUNDS.found)],
    ['after', after !== undefined && !isUserId(after)],
  ]);
}

/** @throws LetheError `invalid_request` */
export function checkUnsuppress({
  context,
  userId,
  givenIds,
  allowedTypes,
  reason,
}: UnsuppressCommand): void {
  refuse([
    ...problemsOf(context),
    ['userId', !isUserId(userId)],
    ['givenIds', givenIds !== undefined && !areGivenIds(givenIds)],
    ['allowedTypes', !areTexts(allowedTypes, REGULATION_TYPES.length)],
    ['reason', reason !== undefined && !isText(reason, FIXED_LIMITS.reasonLength)],
  ]);
}

function isUserId(value: unknown): boolean {
  return isText(value, Infinity) && userIdProblem(value) === undefined;
}

function areGivenIds(value: unknown): boolean {
  return Array.isArray(value) && value.length <= PEOPLE_BOUNDS.meantIds && value.every(isUserId);
}

function isBeginning(value: unknown): boolean {
  return isText(value, MAX_USER_ID_BYTES) && !value.includes('\0');
}

function isIdentifier(value: unknown): boolean {
  return isText(value, FIXED_LIMITS.contactLength) && !value.includes('\0');
}
