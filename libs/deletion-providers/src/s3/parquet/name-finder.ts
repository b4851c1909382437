import { isUtf8 } from 'node:buffer';
import type { DecodedArray, SchemaElement } from 'hyparquet';
import { grouped } from '../../shared/grouped.js';
import { IdFinder } from '../lines/id-finder.js';
import { decimalValue } from '@lethe/contracts/bounds';
import type { UserSet } from '../user-set.js';
import {
  digitsOf,
  isNumber,
  isUuid,
  kindOf,
  numberText,
  scaleOf,
  UUID_BYTES,
  uuidOf,
  uuidSpellings,
} from './id-matcher.js';

type Value = DecodedArray[number];
/** Returns the users that a value of a column can identify. */
export type NameFinder = (value: Value) => readonly string[];

const NO_USERS: readonly string[] = [];

/**
 * Returns a function that finds userIds in the values of a column that can contain the row's
 * userId. The function finds words in texts and bytes, and equal numbers. A wrong hit is better
 * than a missed userId, because Lethe only reports the row as in doubt.
 *
 * @returns undefined for times and booleans, which cannot be userIds
 */
export function nameFinder(leaf: SchemaElement, users: UserSet): NameFinder | undefined {
  const kind = kindOf(leaf);
  if (isUuid(leaf, kind)) return uuidFinder(users);
  if (kind === 'DECIMAL') return decimalFinder(leaf, users);
  switch (leaf.type) {
    case 'BYTE_ARRAY':
      return bytesFinder(users);
    case 'FIXED_LEN_BYTE_ARRAY': {
      const asBytes = bytesFinder(users);
      if (leaf.type_length !== UUID_BYTES) return asBytes;
      const asUuid = uuidFinder(users);
      return (value) => [...asBytes(value), ...asUuid(value)];
    }
    case 'FLOAT':
      return floatFinder(users, Math.fround);
    case 'DOUBLE':
      return floatFinder(users, (number) => number);
    default: {
      if (!isNumber(leaf, kind)) return undefined;
      const textOf = numberText(leaf);
      return (value) => users.withValueOf(textOf(value));
    }
  }
}

/** Searches bytes that are not UTF-8 also as Latin-1, because most encodings contain ASCII. */
function bytesFinder(users: UserSet): NameFinder {
  const finder = new IdFinder(users, (value) => users.withValue(value));
  return (value) => {
    const bytes = Buffer.from(value as Uint8Array);
    const found = finder.find(bytes.toString());
    if (!isUtf8(bytes)) for (const user of finder.find(bytes.toString('latin1'))) found.add(user);
    return [...found];
  };
}

function uuidFinder(users: UserSet): NameFinder {
  const spellings = uuidSpellings(users);
  return (value) => spellings.get(digitsOf(uuidOf(value as Uint8Array))) ?? NO_USERS;
}

function decimalFinder(leaf: SchemaElement, users: UserSet): NameFinder {
  const places = scaleOf(leaf);
  return (value) => {
    const unscaled = value instanceof Uint8Array ? wholeOf(value) : (value as number | bigint);
    return users.withValueOf(`${unscaled}e${-places}`);
  };
}

/** Reads a big-endian number in two's complement. */
function wholeOf(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
}

/** Finds the userIds that are equal to the value after rounding them to the column's type. */
function floatFinder(users: UserSet, round: (number: number) => number): NameFinder {
  const byNumber = grouped(users, (id) =>
    decimalValue(id) === undefined ? undefined : round(Number(id)),
  );
  return (value) => byNumber.get(value as number) ?? NO_USERS;
}
