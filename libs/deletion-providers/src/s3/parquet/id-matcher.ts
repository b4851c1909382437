import type { DecodedArray, SchemaElement } from 'hyparquet';
import { UnreadableError } from '../json-lines.js';
import type { UserSet } from '../user-set.js';

/** Whether a value names a user; or the users whose id has the same value in another spelling: that is doubt. */
export type Match = boolean | readonly string[];
export type IdMatcher = (value: DecodedArray[number]) => Match;

const TEXT_KINDS: ReadonlySet<string> = new Set(['STRING', 'UTF8', 'ENUM']);
const UUID_BYTES = 16;

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
  if (type === 'FIXED_LEN_BYTE_ARRAY' && kind === 'UUID' && leaf.type_length === UUID_BYTES) {
    return uuidMatcher(users);
  }
  if ((type === 'INT32' || type === 'INT64') && isWhole(leaf, kind)) {
    return integerMatcher(type, isUnsigned(leaf), users);
  }
  if (type === 'DOUBLE' && kind === undefined) return doubleMatcher(users);
  throw new UnreadableError(
    `has a column of the type ${nameOf(type, kind)} for the userId, which cannot be compared`,
  );
}

/** What the values stand for; the older name where there is no newer one. */
function kindOf({ logical_type: logical, converted_type: converted }: SchemaElement) {
  return logical?.type ?? converted;
}

function isWhole(leaf: SchemaElement, kind: string | undefined): boolean {
  if (kind === undefined || kind === 'INTEGER') return true;
  if (kind !== 'DECIMAL') return /^U?INT_\d+$/.test(kind);
  const { logical_type: logical } = leaf;
  const scale = logical?.type === 'DECIMAL' ? logical.scale : leaf.scale;
  return (scale ?? 0) === 0;
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

function integerMatcher(type: 'INT32' | 'INT64', unsigned: boolean, users: UserSet): IdMatcher {
  if (type === 'INT32') {
    return (value) => matchNumber(String(unsigned ? Number(value) >>> 0 : Number(value)), users);
  }
  return (value) => {
    const whole = value as bigint;
    return matchNumber(String(unsigned ? BigInt.asUintN(64, whole) : whole), users);
  };
}

/** As what whole numbers become where some are missing. */
function doubleMatcher(users: UserSet): IdMatcher {
  return (value) => {
    const number = value as number;
    if (Math.abs(number) > Number.MAX_SAFE_INTEGER) {
      throw new UnreadableError('has numbers for the userId that are too large for their type');
    }
    return !Number.isNaN(number) && matchNumber(String(number), users);
  };
}

/** The column has no text: the shortest one is compared. The id `12345.0` is another spelling of 12345. */
function matchNumber(text: string, users: UserSet): Match {
  if (users.has(text)) return true;
  const same = users.withValueOf(text);
  return same.length > 0 && same;
}

/** As UUIDs are usually written; the same one in capitals, or without hyphens, is another spelling. */
function uuidMatcher(users: UserSet): IdMatcher {
  const spellings = new Map<string, string[]>();
  for (const id of users) {
    const digits = id.replaceAll('-', '').toLowerCase();
    if (digits.length === 2 * UUID_BYTES)
      spellings.set(digits, [...(spellings.get(digits) ?? []), id]);
  }
  return (value) => {
    const uuid = uuidOf(value as Uint8Array);
    return users.has(uuid) || (spellings.get(uuid.replaceAll('-', '')) ?? false);
  };
}

function uuidOf(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function nameOf(type: string | undefined, kind: string | undefined): string {
  return kind === undefined ? (type ?? 'unknown') : `${type ?? 'unknown'} (${kind})`;
}
