import type { DetailsCollector } from '../errors/details.js';
import { didYouMean } from '../texts/did-you-mean.js';
import { showKey } from '../errors/show-key.js';
import { normaliseContact } from '../identity/contacts.js';
import { MAX_USER_ID_BYTES, normaliseUserId } from '../identity/user-id.js';
import { FIXED_LIMITS } from '../limits.js';
import { nearNameProblem } from './member-names.js';
import type { UserIdentifiers } from './user-identifiers.js';

const CUSTOM_KEY = /^[A-Za-z0-9_.$-]{1,64}$/;
const RESERVED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/**
 * A string of at most this many UTF-16 units need not be measured, because JSON needs at most six
 * bytes per unit.
 */
const SURELY_SHORT = Math.floor((FIXED_LIMITS.customIdentifierBytes - 2) / 6);

/**
 * Checks one element of `users`, and removes invisible characters from its e-mail address and phone
 * number. The userId is not changed, because deletions use it.
 *
 * @param user element of the parsed JSON
 * @param path the path of the element, for example `users[3]`
 * @param problems receives the problems
 * @returns the user, with e-mail address and phone number in stored form; undefined if there are
 * problems
 */
export function checkUser(
  user: unknown,
  path: string,
  problems: DetailsCollector,
): UserIdentifiers | undefined {
  if (typeof user !== 'object' || user === null || Array.isArray(user)) {
    problems.add(path, 'must be an object with a userId');
    return undefined;
  }
  let valid = true;
  const report = (key: string, problem: string | undefined): void => {
    if (problem === undefined) return;
    valid = false;
    problems.add(`${path}.${showKey(key)}`, problem);
  };

  const given = withContacts(user as Readonly<Record<string, unknown>>);
  let customIdentifiers = 0;
  for (const key of Object.keys(given)) {
    const value = given[key];
    if (key === 'userId') continue;
    if (key === 'phone' || key === 'email') {
      report(key, contactProblem(value));
    } else {
      customIdentifiers += 1;
      if (customIdentifiers > FIXED_LIMITS.customIdentifiers) break;
      report(key, customKeyProblem(key) ?? nearNameProblem(key) ?? customValueProblem(value));
    }
  }
  if (customIdentifiers > FIXED_LIMITS.customIdentifiers) {
    valid = false;
    problems.add(
      path,
      `must not have more than ${FIXED_LIMITS.customIdentifiers} further identifiers`,
    );
  }
  checkUserId(given, report);
  return valid ? (given as UserIdentifiers) : undefined;
}

/**
 * Returns the problem with a userId or its suppression key, if any. The length of the key is not
 * checked, because the key is never longer than the userId.
 */
export function userIdProblem(userId: string): string | undefined {
  if (userId.length * 3 > MAX_USER_ID_BYTES && Buffer.byteLength(userId) > MAX_USER_ID_BYTES) {
    return `must not be longer than ${MAX_USER_ID_BYTES} bytes in UTF-8`;
  }
  return normaliseUserId(userId) === '' ? 'must contain a printable character' : undefined;
}

function checkUserId(
  given: Readonly<Record<string, unknown>>,
  report: (key: string, problem: string | undefined) => void,
): void {
  const raw = given.userId;
  if (raw === undefined) {
    const mistyped = Object.keys(given)
      .slice(0, FIXED_LIMITS.customIdentifiers)
      .find((key) => didYouMean(key, ['userId']) !== '');
    const hint = mistyped === undefined ? '' : `; rename "${showKey(mistyped)}" to "userId"`;
    report('userId', `is required${hint}`);
  } else {
    report('userId', typeof raw === 'string' ? userIdProblem(raw) : 'must be a string');
  }
}

/**
 * Returns the user with e-mail address and phone number in stored form. The result is a copy only
 * if one of the two values changes.
 */
function withContacts(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let changed = given;
  for (const name of ['phone', 'email'] as const) {
    const value = given[name];
    const contact = typeof value === 'string' ? normaliseContact(value) : value;
    if (contact !== value) changed = { ...changed, [name]: contact };
  }
  return changed;
}

function contactProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return 'must be a non-empty string';
  if (value.length > FIXED_LIMITS.contactLength) {
    return `must not be longer than ${FIXED_LIMITS.contactLength} characters`;
  }
  return undefined;
}

function customKeyProblem(key: string): string | undefined {
  if (RESERVED_KEYS.has(key)) return 'is a reserved name; use another name';
  if (!CUSTOM_KEY.test(key)) {
    return 'is not a usable name; use 1 to 64 of the characters A-Z a-z 0-9 _ . $ -';
  }
  return undefined;
}

function customValueProblem(value: unknown): string | undefined {
  if (typeof value === 'string' ? value.length <= SURELY_SHORT : typeof value !== 'object') {
    return undefined;
  }
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > FIXED_LIMITS.customIdentifierBytes
    ? `must not be longer than ${FIXED_LIMITS.customIdentifierBytes} bytes as JSON`
    : undefined;
}
