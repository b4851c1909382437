import { createHash } from 'node:crypto';

/** Where a client of the feed goes on: a cursor, called a token in the data planes' protocol. */
export type FeedCursor =
  /** After a change in the list of certain workspaces, in a certain generation of the database. */
  | {
      readonly kind: 'position';
      readonly generation: string;
      readonly position: bigint;
      readonly ahead: number;
    }
  /** At the changes since a time: made up by clients that keep no token. */
  | { readonly kind: 'since'; readonly time: Date };

const VERSION = 1;
const GENERATION_BYTES = 6;
const LIST_BYTES = 6;
const POSITION_BYTES = 6;
const AHEAD_BYTES = 2;
const MOST_AHEAD = 0xffff;
const TOKEN = /^[A-Za-z0-9_-]{28}$/;
/** Offset at which the list's digest begins, behind version and generation. */
const LIST = 1 + GENERATION_BYTES;
const POSITION = LIST + LIST_BYTES;
const AHEAD = POSITION + POSITION_BYTES;
/** The years that RFC 3339 can write; an offset leads past them. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
/** Characters; longer than any token that a client makes up. */
const MAX_LENGTH = 512;

/**
 * A token: short, fit for a URL, and valid for as long as the database lives. It can be used again
 * at any time, as it is nothing but a position.
 *
 * @param generation of the database
 * @param workspaceIds whose changes the list has. A namespace that gets another workspace is
 * another list: changes of that workspace may be far behind the position, so the client has to
 * begin again
 * @param position number of the last change that the client got
 * @param ahead how many changes without a number the client got since, so that the token changes
 * with them too; they come again once they have numbers
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
 * @returns undefined when it is not a token, or one of another list: the client begins again
 */
export function decodeFeedCursor(
  token: string,
  workspaceIds: readonly string[],
): FeedCursor | undefined {
  if (token.length > MAX_LENGTH) return undefined;
  return TOKEN.test(token) ? decodePosition(token, workspaceIds) : decodeSince(token);
}

/** The part of a generation that is in the tokens: the first bytes of its UUID, in hex. */
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

/** Standard base64 of `{"SyncStartTime": RFC 3339, "SyncSeqId": -1}`. */
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

/** Digest of a list of workspaces, the same in any order. */
export function listDigest(workspaceIds: readonly string[]): Buffer {
  const list = [...workspaceIds].sort().join(' '); // ids hold no blank
  return createHash('sha256').update(list).digest();
}
