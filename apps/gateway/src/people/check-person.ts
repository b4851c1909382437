import {
  DetailsCollector,
  FIXED_LIMITS,
  LetheError,
  MAX_USER_ID_BYTES,
  normaliseContact,
  normaliseUserId,
  normaliseUserIdPrefix,
  PEOPLE_BOUNDS,
  PERSON_KEYS,
  textProblem,
  userIdProblem,
  type LookUpPersonCommand,
  type PersonReference,
  type SearchPeopleCommand,
  type UnsuppressCommand,
} from '@lethe/contracts';
import { membersOfBody, readCount } from '../http/request/body-members.js';
import { checkReason } from '../regulations/check-reason.js';

const MAX_CURSOR_LENGTH = 512;
const EMPTY = 'must be a string that is not empty';
const LIMIT = { least: 1, usual: PEOPLE_BOUNDS.found, most: PEOPLE_BOUNDS.found };

/** Whether identifiers are to be shown as they are. */
interface Shown {
  readonly full: boolean;
}

/**
 * Checks the body of `POST /v2/users/lookup`.
 *
 * @throws LetheError `invalid_request` naming each path, `invalid_cursor`
 */
export function checkLookUp(body: unknown): Omit<LookUpPersonCommand, 'context'> & Shown {
  const problems = new DetailsCollector();
  const known = [...PERSON_KEYS, 'identifiers', 'afterCursor'];
  const given = membersOfBody(body, known, problems);
  const named = PERSON_KEYS.filter((name) => given[name] !== undefined);
  const [kind = 'userId'] = named;
  if (named.length !== 1) problems.add('body', 'must name the user by one of userId, email, phone');
  // Where nothing is named, nothing is wrong with a userId that nobody meant.
  const value = named.length === 0 ? '' : readIdentifier(kind, given[kind], problems);
  const full = readIdentifiers(given.identifiers, problems);
  const { afterCursor } = given;
  if (afterCursor !== undefined && kind !== 'userId') {
    problems.add('afterCursor', 'goes only with a userId');
  }
  problems.throwIfAny();
  return {
    person: referenceTo(kind, value),
    ...(afterCursor === undefined ? {} : { afterCursor: knownCursor(afterCursor) }),
    full,
  };
}

function referenceTo(by: (typeof PERSON_KEYS)[number], given: string): PersonReference {
  if (by !== 'userId') return { by, value: given };
  const value = normaliseUserId(given);
  return { by, value, ...(value === given ? {} : { asGiven: given }) };
}

function readIdentifier(
  kind: (typeof PERSON_KEYS)[number],
  value: unknown,
  problems: DetailsCollector,
): string {
  return kind === 'userId'
    ? readUserId('userId', value, problems)
    : readContact(kind, value, problems);
}

/**
 * Checks the body of `POST /v2/users/search`.
 *
 * @throws LetheError `invalid_request` naming each path
 */
export function checkSearch(body: unknown): Omit<SearchPeopleCommand, 'context'> & Shown {
  const problems = new DetailsCollector();
  const given = membersOfBody(body, ['prefix', 'limit', 'after', 'identifiers'], problems);
  const prefix = readPrefix(given.prefix, problems);
  const limit = readCount('limit', given.limit, LIMIT, problems);
  const after =
    given.after === undefined
      ? undefined
      : normaliseUserId(readUserId('after', given.after, problems));
  const full = readIdentifiers(given.identifiers, problems);
  if (after !== undefined && !full) problems.add('after', 'goes only with identifiers: full');
  problems.throwIfAny();
  return {
    prefix: normaliseUserIdPrefix(prefix),
    limit,
    ...(after === undefined ? {} : { after }),
    full,
  };
}

/**
 * Checks the body of `POST /v2/users/unsuppress`.
 *
 * @throws LetheError `invalid_request` naming each path
 */
export function checkUnsuppress(
  body: unknown,
): Pick<UnsuppressCommand, 'userId' | 'givenIds' | 'reason'> {
  const problems = new DetailsCollector();
  const given = membersOfBody(body, ['userId', 'userIds', 'reason'], problems);
  const userId = readUserId('userId', given.userId, problems);
  const others = readOtherIds(given.userIds, userId, problems);
  const reason = checkReason(given.reason, problems);
  problems.throwIfAny();
  const key = normaliseUserId(userId);
  const isKeyOnly = others.length === 0 && userId === key;
  return { userId: key, ...(isKeyOnly ? {} : { givenIds: [userId, ...others] }), ...reason };
}

/** Ids that have the suppression key of a userId: of others nothing would be canceled. */
function readOtherIds(given: unknown, userId: string, problems: DetailsCollector): string[] {
  if (given === undefined) return [];
  const most = PEOPLE_BOUNDS.meantIds - 1;
  if (!Array.isArray(given) || given.length > most) {
    problems.add('userIds', `must be an array of at most ${most} user ids`);
    return [];
  }
  const key = normaliseUserId(userId);
  return given.map((id: unknown, index) => {
    const path = `userIds[${index}]`;
    const other = readUserId(path, id, problems);
    if (other !== '' && normaliseUserId(other) !== key) {
      problems.add(path, 'has another suppression key than userId; unsuppress it by itself');
    }
    return other;
  });
}

function readUserId(path: string, given: unknown, problems: DetailsCollector): string {
  const userId = typeof given === 'string' ? given : '';
  const problem = typeof given === 'string' ? userIdProblem(userId) : 'must be a string';
  if (problem !== undefined) problems.add(path, problem);
  return userId;
}

function readContact(path: string, given: unknown, problems: DetailsCollector): string {
  const text = readText(path, given, problems);
  const stored = normaliseContact(text);
  if (text !== '' && stored === '') problems.add(path, EMPTY);
  const isLong = (contact: string) => contact.length > FIXED_LIMITS.contactLength;
  if (isLong(stored)) {
    problems.add(path, `must not be longer than ${FIXED_LIMITS.contactLength} characters`);
  }
  // Earlier code stored short ones with all their characters, and hashed them so.
  return isLong(text) ? stored : text;
}

function readPrefix(given: unknown, problems: DetailsCollector): string {
  const text = readText('prefix', given, problems);
  if (text !== '' && normaliseUserIdPrefix(text) === '') {
    problems.add('prefix', 'must contain a printable character');
  }
  if (Buffer.byteLength(text) > MAX_USER_ID_BYTES) {
    problems.add('prefix', `must not be longer than ${MAX_USER_ID_BYTES} bytes in UTF-8`);
  }
  return text;
}

function readText(path: string, given: unknown, problems: DetailsCollector): string {
  if (typeof given !== 'string' || given.trim() === '') {
    problems.add(path, EMPTY);
    return '';
  }
  const problem = textProblem(given);
  if (problem !== undefined) problems.add(path, problem);
  return given;
}

function readIdentifiers(given: unknown = 'masked', problems: DetailsCollector): boolean {
  if (given !== 'masked' && given !== 'full') problems.add('identifiers', 'must be masked or full');
  return given === 'full';
}

function knownCursor(given: unknown): string {
  if (typeof given === 'string' && given !== '' && given.length <= MAX_CURSOR_LENGTH) return given;
  throw new LetheError('invalid_cursor', { details: { afterCursor: 'is not a cursor' } });
}
