import { createHash } from 'node:crypto';
import { LetheError } from '@lethe/contracts';

/** A place in the list of imports. */
export interface ImportPlace {
  readonly createdAt: string;
  readonly id: string;
}

/** A cursor is tied to its workspace; a made-up one shows nothing that the token may not see. */
export function encodeImportCursor(workspaceId: string, { createdAt, id }: ImportPlace): string {
  return Buffer.from(JSON.stringify([checkOf(workspaceId), createdAt, id])).toString('base64url');
}

/** @throws LetheError `invalid_cursor` */
export function decodeImportCursor(workspaceId: string, cursor: string): ImportPlace {
  const [check, createdAt, id] = parse(cursor);
  const isPlace =
    check === checkOf(workspaceId) &&
    typeof createdAt === 'string' &&
    !Number.isNaN(Date.parse(createdAt)) &&
    typeof id === 'string' &&
    !id.includes('\0');
  if (!isPlace) throw new LetheError('invalid_cursor');
  return { createdAt, id };
}

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function checkOf(workspaceId: string): string {
  return createHash('sha256').update(workspaceId).digest('base64url').slice(0, 8);
}
