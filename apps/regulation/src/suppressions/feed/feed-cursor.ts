import { createHash } from 'node:crypto';

/** Position of a client in the feed. The protocol of data planes calls this cursor a token. */
export type FeedCursor =
  /**
   * A position after a change. It is valid only for one list of workspaces and one generation of
   * the database.
   */
  | {
      readonly kind: 'position';
      readonly generation: string;
      readonly position: bigint;
      readonly ahead: number;
    }
  /** A time from which changes are requested. Clients that store no token build this cursor. */
  | { readonly kind: 'since'; readonly time: Date };

const VERSION = 1;
const GENERATION_BYTES = 6;
const LIST_BYTES = 6;
const POSITION_BYTES = 6;
const AHEAD_BYTES = 2;
const MOST_AHEAD = 0xffff;
const TOKEN = /^[A-Za-z0-9_-]{28}$/;
/** Offset of the digest of the list, after version and generation. */
const LIST = 1 + GENERATION_BYTES;
const POSITION = LIST + LIST_BYTES;
const AHEAD = POSITION + POSITION_BYTES;
/** The range of years in RFC 3339. With its UTC offset, a time can be outside of this range. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
/** Maximum length of a token in characters. Tokens that clients build are shorter. */
const MAX_LENGTH = 512;

/**
 * Returns a token that is short, needs no encoding in a URL, and is valid as long as the database
 * exists. It can be used again at any time, because it is only a position.
 *
 * @param generation generation of the database
 * @param workspaceIds workspaces of the list. A namespace that gets a further workspace has a
 *   different list. Changes of that workspace can be far before the position, so the client must
 *   start again
 * @param position number of the last change that the client got
 * @param ahead number of changes without a number that the client got after `position`. It makes
 *   the token differ from the previous token. These changes are sent again when they have numbers
 */
export function encodeFeedCursor(
  generation: string,
  workspaceIds: readonly string[],
  position: bigint,
  ahead = 0,
): string {
  const bytes = Buffer.alloc(AHEAD + AHEAD_BYTES);
  bytes.writeUInt8(VERSION, 0);
  bytes.write(generationKey(generation), 1, 'hex');
  listKey(workspaceIds).copy(bytes, LIST);
  bytes.writeUIntBE(Number(position), POSITION, POSITION_BYTES);
  bytes.writeUIntBE(ahead % (MOST_AHEAD + 1), AHEAD, AHEAD_BYTES);
  return bytes.toString('base64url');
}

/**
 * @returns undefined if the text is not a token, or is a token of a different list; then the client
 *   starts again
 */
export function decodeFeedCursor(
  token: string,
  workspaceIds: readonly string[],
): FeedCursor | undefined {
  if (token.length > MAX_LENGTH) return undefined;
  return TOKEN.test(token) ? decodePosition(token, workspaceIds) : decodeSince(token);
}

/**
 * Returns the part of a generation that tokens contain, which is the first bytes of its UUID in
 * hexadecimal.
 */
export function generationKey(generation: string): string {
  return generation.replaceAll('-', '').slice(0, 2 * GENERATION_BYTES);
}

function decodePosition(token: string, workspaceIds: readonly string[]): FeedCursor | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const list = bytes.subarray(LIST, POSITION);
  if (bytes.readUInt8(0) !== VERSION || !list.equals(listKey(workspaceIds))) return undefined;
  return {
    kind: 'position',
    generation: bytes.toString('hex', 1, LIST),
    position: BigInt(bytes.readUIntBE(POSITION, POSITION_BYTES)),
    ahead: bytes.readUIntBE(AHEAD, AHEAD_BYTES),
  };
}

/**
 * Decodes a token that a client built, which is standard base64 of `{"SyncStartTime": RFC 3339,
 * "SyncSeqId": -1}`.
 */
function decodeSince(token: string): FeedCursor | undefined {
  try {
    // A plus sign that was not percent-encoded arrives as a blank.
    const text = Buffer.from(token.replaceAll(' ', '+'), 'base64').toString('utf8');
    const { SyncStartTime: start } = JSON.parse(text) as { SyncStartTime?: unknown };
    const time = Date.parse(typeof start === 'string' ? start : '');
    if (Number.isNaN(time)) return undefined;
    return { kind: 'since', time: new Date(Math.min(LATEST, Math.max(EARLIEST, time))) };
  } catch {
    return undefined;
  }
}

function listKey(workspaceIds: readonly string[]): Buffer {
  return listDigest(workspaceIds).subarray(0, LIST_BYTES);
}

/** Returns the digest of a list of workspaces. Their sequence does not affect the digest. */
export function listDigest(workspaceIds: readonly string[]): Buffer {
  const list = [...workspaceIds].sort().join(' '); // ids contain no blank
  return createHash('sha256').update(list).digest();
}
