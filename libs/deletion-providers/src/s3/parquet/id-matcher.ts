import type { DecodedArray, SchemaElement } from 'hyparquet';
import { grouped } from '../../shared/grouped.js';
import { UnreadableError } from '../unreadable-error.js';
import type { UserSet } from '../user-set.js';

/** Whether a value names a user; or the users whose id has the same value in another spelling: that is doubt. */
export type Match = boolean | readonly string[];
export type IdMatcher = (value: DecodedArray[number]) => Match;

const TEXT_KINDS: ReadonlySet<string> = new Set(['STRING', 'UTF8', 'ENUM']);
export const UUID_BYTES = 16;

/**
 * Says whether a value of the column, as its bytes are read, names a user. Only types of which it is
 * certain how an id is written in them are compared: a column of another one would look as if it held nobody.
 *
 * @param leaf the column's own element of the schema
 * @throws UnreadableError for all other types, also when a value shows it
 */
export function idMatcher(leaf: SchemaElement, users: UserSet): IdMatcher {
  const { type } = leaf;
  const kind = kindOf(leaf);
  if (type === 'BYTE_ARRAY' && (kind === undefined || TEXT_KINDS.has(kind))) {
    return textMatcher(users);
  }
  if (isUuid(leaf, kind)) return uuidMatcher(users);
  if (isNumber(leaf, kind)) return numberMatcher(leaf, users);
  throw new UnreadableError(
    `has a column of the type ${nameOf(type, kind)} for the userId, which cannot be compared`,
  );
}

/** What the values stand for; the older name where there is no newer one. */
export function kindOf({ logical_type: logical, converted_type: converted }: SchemaElement) {
  return logical?.type ?? converted;
}

export function isUuid(
  { type, type_length: length }: SchemaElement,
  kind: string | undefined,
): boolean {
  return type === 'FIXED_LEN_BYTE_ARRAY' && kind === 'UUID' && length === UUID_BYTES;
}

/** Doubles are what whole numbers become where some are missing. */
export function isNumber(leaf: SchemaElement, kind: string | undefined): boolean {
  if (leaf.type === 'DOUBLE') return kind === undefined;
  return (leaf.type === 'INT32' || leaf.type === 'INT64') && isWhole(leaf, kind);
}

function isWhole(leaf: SchemaElement, kind: string | undefined): boolean {
  if (kind === undefined || kind === 'INTEGER') return true;
  if (kind !== 'DECIMAL') return /^U?INT_\d+$/.test(kind);
  return scaleOf(leaf) === 0;
}

/** Decimal places of a decimal. */
export function scaleOf({ logical_type: logical, scale }: SchemaElement): number {
  return (logical?.type === 'DECIMAL' ? logical.scale : scale) ?? 0;
}

function isUnsigned({ logical_type: logical, converted_type: converted }: SchemaElement): boolean {
  if (logical?.type === 'INTEGER') return !logical.isSigned;
  return converted?.startsWith('UINT_') ?? false;
}

function textMatcher(users: UserSet): IdMatcher {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (value) => {
    let text: string;
    try {
      text = decoder.decode(value as Uint8Array);
    } catch {
      throw new UnreadableError('has a column of bytes that are no text for the userId');
    }
    return users.has(text);
  };
}

/** A column of numbers has no text: the shortest one is compared. The id `12345.0` is another spelling of 12345. */
function numberMatcher(leaf: SchemaElement, users: UserSet): IdMatcher {
  const textOf = numberText(leaf);
  return (value) => {
    if (leaf.type === 'DOUBLE' && Math.abs(value as number) > Number.MAX_SAFE_INTEGER) {
      throw new UnreadableError('has numbers for the userId that are too large for their type');
    }
    const text = textOf(value);
    if (users.has(text)) return text !== 'NaN';
    const same = users.withValueOf(text);
    return same.length > 0 && same;
  };
}

export function numberText(leaf: SchemaElement): (value: DecodedArray[number]) => string {
  const isUnsigned32 = leaf.type === 'INT32' && isUnsigned(leaf);
  const isUnsigned64 = leaf.type === 'INT64' && isUnsigned(leaf);
  return (value) => {
    if (isUnsigned32) return String(Number(value) >>> 0);
    return String(isUnsigned64 ? BigInt.asUintN(64, value as bigint) : (value as number | bigint));
  };
}

/** As UUIDs are usually written; the same one in capitals, or without hyphens, is another spelling. */
function uuidMatcher(users: UserSet): IdMatcher {
  const spellings = uuidSpellings(users);
  return (value) => {
    const uuid = uuidOf(value as Uint8Array);
    return users.has(uuid) || (spellings.get(digitsOf(uuid)) ?? false);
  };
}

export function uuidSpellings(users: UserSet): ReadonlyMap<string, readonly string[]> {
  return grouped(users, (id) => {
    const digits = digitsOf(id);
    return digits.length === 2 * UUID_BYTES ? digits : undefined;
  });
}

export function digitsOf(uuid: string): string {
  return uuid.replaceAll('-', '').toLowerCase();
}

export function uuidOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function nameOf(type: string | undefined, kind: string | undefined): string {
  return kind === undefined ? (type ?? 'unknown') : `${type ?? 'unknown'} (${kind})`;
}
