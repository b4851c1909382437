import { knownIdentifier } from '../regulations/member-names.js';
import { isUuid } from '../texts/uuid.js';

/** Characters of a name. */
const LOOKED_AT = 200;
const NUMBER = /^[+(]?\d[\d\s().,/+-]*$/;
/** `user-17`, `auth0|5f7c8ec7`, `cus_1234`, `5f7c8ec7c33c6c00`. */
const ID = /^(?:\p{L}+[-:|#]\d+|\S*\d{4}\S*|[\da-f]*\d[\da-f]{7,}|\S+\|\S+)$/iu;

/** @returns whether the name of a column looks like an address, a number or an id: a file without a header begins with a person */
export function looksLikeData(name: string): boolean {
  const text = name.trim().slice(0, LOOKED_AT);
  if (text === '' || knownIdentifier(text) !== undefined) return false;
  return text.includes('@') || NUMBER.test(text) || isUuid(text) || ID.test(text);
}

/**
 * Positions, from 1 on, of names in a first row that look like data; empty where another name shows that the row is a header.
 */
export function columnsLikeData(names: readonly string[]): readonly number[] {
  if (names.some((name) => knownIdentifier(name) !== undefined)) return [];
  return names.flatMap((name, index) => (looksLikeData(name) ? [index + 1] : []));
}
