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
/** JSON writes a UTF-16 unit in at most six bytes, so a shorter string needs no serialising. */
const SURELY_SHORT = Math.floor((FIXED_LIMITS.customIdentifierBytes - 2) / 6);

/**
 * Checks one element of `users`, and takes from its e-mail address and phone number what cannot be seen. The userId stays as it was given: deletions go
 * by that.
 *
 * @param user as parsed
 * @param path of the element, for instance `users[3]`
 * @param problems gets what is wrong
 * @returns the user with these two as they are stored, or undefined when something is wrong
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
      `must not have more than ${FIXED_LIMITS.customIdentifiers} custom identifiers`,
    );
  }
  checkUserId(given, report);
  return valid ? (given as UserIdentifiers) : undefined;
}

/** What is wrong with a userId, as given or as suppression key, or undefined. A key is never longer than the id. */
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
    const hint = mistyped === undefined ? '' : `; "${showKey(mistyped)}" is not it`;
    report('userId', `is required${hint}`);
  } else {
    report('userId', typeof raw === 'string' ? userIdProblem(raw) : 'must be a string');
  }
}

/** With e-mail address and phone number as they are stored: a copy only where one of them changes. */
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
  if (RESERVED_KEYS.has(key)) return 'is a reserved name';
  if (!CUSTOM_KEY.test(key)) {
    return 'is not a usable name: 1 to 64 of A-Z a-z 0-9 _ . $ - are';
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
