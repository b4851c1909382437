import { createHash } from 'node:crypto';
import { LetheError, uuidOf } from '@lethe/contracts';

const CHECK_BYTES = 6;

/** A list that is read page by page. */
export interface PagedList<Position> {
  /** Tells its cursors from those of other lists. */
  readonly name: string;
  readonly toBytes: (position: Position) => Buffer;
  /** @returns undefined for what no position of the list is */
  readonly toPosition: (bytes: Buffer) => Position | undefined;
}

/**
 * A cursor is a position in a workspace's list, with a check that ties it to the list and the workspace. The check is no secret: a
 * made-up cursor shows nothing that the token may not see, because every query is scoped to the workspace. (The cursor of the feed of
 * suppressions is another one: `suppressions/feed/feed-cursor.ts`.)
 */
export function encodeListCursor<Position>(
  list: PagedList<Position>,
  workspaceId: string,
  position: Position,
): string {
  const bytes = list.toBytes(position);
  return Buffer.concat([bytes, checkOf(list.name, workspaceId, bytes)]).toString('base64url');
}

/** @throws LetheError `invalid_cursor` when it is malformed, of another workspace or of another list */
export function decodeListCursor<Position>(
  list: PagedList<Position>,
  workspaceId: string,
  cursor: string,
): Position {
  const all = Buffer.from(cursor, 'base64url');
  const [bytes, check] = [all.subarray(0, -CHECK_BYTES), all.subarray(-CHECK_BYTES)];
  const isOurs =
    all.toString('base64url') === cursor && check.equals(checkOf(list.name, workspaceId, bytes));
  const position = isOurs ? list.toPosition(bytes) : undefined;
  if (position === undefined) throw new LetheError('invalid_cursor');
  return position;
}

/** Lists of regulations: the id of the last one of a page. */
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
