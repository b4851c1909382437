import { knownIdentifier } from '../regulations/member-names.js';
import { isUuid } from '../texts/uuid.js';

/** Maximum number of characters of a name that are checked. */
const CHECKED_LENGTH = 200;
const NUMBER = /^[+(]?\d[\d\s().,/+-]*$/;
/** Matches ids such as `user-17`, `auth0|5f7c8ec7`, `cus_1234` and `5f7c8ec7c33c6c00`. */
const ID = /^(?:\p{L}+[-:|#]\d+|\S*\d{4}\S*|[\da-f]*\d[\da-f]{7,}|\S+\|\S+)$/iu;

/**
 * @returns whether a column name looks like an address, a number or an id. If so, the file probably
 * has no header and begins with a user
 */
export function looksLikeData(name: string): boolean {
  const text = name.trim().slice(0, CHECKED_LENGTH);
  if (text === '' || knownIdentifier(text) !== undefined) return false;
  return text.includes('@') || NUMBER.test(text) || isUuid(text) || ID.test(text);
}

/**
 * Returns the positions, counted from 1, of the names in a first row that look like data. Empty if
 * a known name shows that the row is a header.
 */
export function columnsLikeData(names: readonly string[]): readonly number[] {
  if (names.some((name) => knownIdentifier(name) !== undefined)) return [];
  return names.flatMap((name, index) => (looksLikeData(name) ? [index + 1] : []));
}
