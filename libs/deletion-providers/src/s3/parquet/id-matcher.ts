import type { DecodedArray, SchemaElement } from 'hyparquet';
import { grouped } from '../../shared/grouped.js';
import { UnreadableError } from '../unreadable-error.js';
import type { UserSet } from '../user-set.js';

/**
 * The userId that a value is; false if it is none. A list means that the row is in doubt. It contains
 * the users whose userIds are other spellings of the value.
 */
export type Match = string | false | readonly string[];
export type IdMatcher = (value: DecodedArray[number]) => Match;

const TEXT_KINDS: ReadonlySet<string> = new Set(['STRING', 'UTF8', 'ENUM']);
export const UUID_BYTES = 16;

/**
 * Returns a function that compares raw values of the column with the userIds. It supports only
 * types whose values can be printed in exactly one way. For a column of another type, the function
 * would find no user and Lethe would report the data as deleted.
 *
 * @param leaf the column in the schema
 * @throws UnreadableError for other types. The returned function throws UnreadableError for a value
 *   that cannot be compared
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
    `has a userId column of the type ${nameOf(type, kind)}, which Lethe cannot compare`,
  );
}

/** Returns the logical type, or the converted type of files in an older format version. */
export function kindOf({ logical_type: logical, converted_type: converted }: SchemaElement) {
  return logical?.type ?? converted;
}

export function isUuid(
  { type, type_length: length }: SchemaElement,
  kind: string | undefined,
): boolean {
  return type === 'FIXED_LEN_BYTE_ARRAY' && kind === 'UUID' && length === UUID_BYTES;
}

/**
 * Returns whether the column can contain numeric userIds. DOUBLE is included, because some writers
 * use this type for whole numbers with nulls.
 */
export function isNumber(leaf: SchemaElement, kind: string | undefined): boolean {
  if (leaf.type === 'DOUBLE') return kind === undefined;
  return (leaf.type === 'INT32' || leaf.type === 'INT64') && isWhole(leaf, kind);
}

function isWhole(leaf: SchemaElement, kind: string | undefined): boolean {
  if (kind === undefined || kind === 'INTEGER') return true;
  if (kind !== 'DECIMAL') return /^U?INT_\d+$/.test(kind);
  return scaleOf(leaf) === 0;
}

/** Returns the number of decimal places. */
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
      throw new UnreadableError('has a userId column of bytes that are not text');
    }
    return users.has(text) && text;
  };
}

/** Compares the shortest text of a number. For 12345, the userId `12345.0` is another spelling. */
function numberMatcher(leaf: SchemaElement, users: UserSet): IdMatcher {
  const textOf = numberText(leaf);
  return (value) => {
    if (leaf.type === 'DOUBLE' && Math.abs(value as number) > Number.MAX_SAFE_INTEGER) {
      throw new UnreadableError(
        'has a userId column with numbers that are too large for their type',
      );
    }
    const text = textOf(value);
    if (users.has(text)) return text !== 'NaN' && text;
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

/** Compares the form in lower case with hyphens. All other forms are other spellings. */
function uuidMatcher(users: UserSet): IdMatcher {
  const spellings = uuidSpellings(users);
  return (value) => {
    const uuid = uuidOf(value as Uint8Array);
    return users.has(uuid) ? uuid : (spellings.get(digitsOf(uuid)) ?? false);
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
