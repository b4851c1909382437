import { createHash } from 'node:crypto';
import { LetheError, uuidOf } from '@lethe/contracts';

const CHECK_BYTES = 6;

/**
 * End of the year 9999 in microseconds. PostgreSQL does not accept every 64-bit number as a time.
 */
export const LATEST_MICROS = 253_402_300_799_999_999n;

export interface PagedList<Position> {
  /** Distinguishes the cursors of this list from cursors of other lists. */
  readonly name: string;
  readonly toBytes: (position: Position) => Buffer;
  /** @returns undefined if the bytes are not a position in the list */
  readonly toPosition: (bytes: Buffer) => Position | undefined;
}

/**
 * Returns a cursor, which contains a position and a checksum. The checksum binds the cursor to one
 * list of one workspace. It needs no secret: a forged cursor reveals no rows of another workspace,
 * because every query selects only rows of the caller's workspace. (The feed of suppressions has a
 * different cursor, see `suppressions/feed/feed-cursor.ts`.)
 */
export function encodeListCursor<Position>(
  list: PagedList<Position>,
  workspaceId: string,
  position: Position,
): string {
  const bytes = list.toBytes(position);
  return Buffer.concat([bytes, checkOf(list.name, workspaceId, bytes)]).toString('base64url');
}

/**
 * @throws LetheError `invalid_cursor` if the cursor is malformed, or belongs to a different
 *   workspace or list
 */
export function decodeListCursor<Position>(
  list: PagedList<Position>,
  workspaceId: string,
  cursor: string,
): Position {
  const all = Buffer.from(cursor, 'base64url');
  const [bytes, check] = [all.subarray(0, -CHECK_BYTES), all.subarray(-CHECK_BYTES)];
  const isValid =
    all.toString('base64url') === cursor && check.equals(checkOf(list.name, workspaceId, bytes));
  const position = isValid ? list.toPosition(bytes) : undefined;
  if (position === undefined) throw new LetheError('invalid_cursor');
  return position;
}

/** The position in a list of regulations is the id of the last regulation of a page. */
export const REGULATION_LIST: PagedList<string> = {
  name: '',
  toBytes: (id) => Buffer.from(id.replaceAll('-', ''), 'hex'),
  toPosition: (bytes) => (bytes.length === 16 ? uuidOf(bytes.toString('hex')) : undefined),
};

function checkOf(list: string, workspaceId: string, bytes: Buffer): Buffer {
  return createHash('sha256')
    .update(`${list}${workspaceId}\0`)
    .update(bytes)
    .digest()
    .subarray(0, CHECK_BYTES);
}
