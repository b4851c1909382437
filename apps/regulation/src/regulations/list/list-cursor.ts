import { createHash } from 'node:crypto';
import { LetheError } from '@lethe/contracts';

const ID_BYTES = 16;
const CHECK_BYTES = 6;
const CURSOR = /^[A-Za-z0-9_-]{30}$/;

/**
 * The cursor of the list of regulations (the feed's is in `suppressions/feed/feed-cursor.ts`). A position in a
 * workspace's list: the id of the last record of a page, with a check that ties it
 * to the workspace. The check is no secret: a made-up cursor shows nothing that the token may not
 * see, because every query is scoped to the workspace.
 */
export function encodeListCursor(workspaceId: string, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, checkOf(workspaceId, bytes)]).toString('base64url');
}

/**
 * @returns the id that the cursor stands for
 * @throws LetheError `invalid_cursor` when it is malformed or of another workspace
 */
export function decodeListCursor(workspaceId: string, cursor: string): string {
  const bytes = CURSOR.test(cursor) ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0);
  const id = bytes.subarray(0, ID_BYTES);
  const check = bytes.subarray(ID_BYTES);
  if (check.length !== CHECK_BYTES || !check.equals(checkOf(workspaceId, id))) {
    throw new LetheError('invalid_cursor');
  }
  const hex = id.toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function checkOf(workspaceId: string, id: Buffer): Buffer {
  return createHash('sha256')
    .update(workspaceId)
    .update('\0')
    .update(id)
    .digest()
    .subarray(0, CHECK_BYTES);
}
