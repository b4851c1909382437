import { createHash } from 'node:crypto';
import { LetheError } from '@lethe/contracts';

const NUMBER_BYTES = 8;
const CHECK_BYTES = 6;
/** The year 9999: PostgreSQL cannot reckon with every number of 64 bits as a time. */
const LATEST_MICROS = 253_402_300_799_999_999n;
const CURSOR = /^[A-Za-z0-9_-]{30}$/; // 22 bytes

/** A position in a workspace's list of deletion jobs: the last job of a page. */
export interface JobPosition {
  /** Microseconds since the epoch, as Postgres keeps the time. */
  readonly createdAtMicros: bigint;
  readonly id: bigint;
}

/** The position as a cursor, with a check that ties it to the workspace; no secret, as every query is scoped. */
export function encodeJobCursor(workspaceId: string, { createdAtMicros, id }: JobPosition): string {
  const bytes = Buffer.alloc(2 * NUMBER_BYTES);
  bytes.writeBigInt64BE(createdAtMicros, 0);
  bytes.writeBigInt64BE(id, NUMBER_BYTES);
  return Buffer.concat([bytes, checkOf(workspaceId, bytes)]).toString('base64url');
}

/** @throws LetheError `invalid_cursor` when it is malformed, of another workspace, or at no time that a job can have */
export function decodeJobCursor(workspaceId: string, cursor: string): JobPosition {
  const bytes = CURSOR.test(cursor) ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0);
  const position = bytes.subarray(0, 2 * NUMBER_BYTES);
  const check = bytes.subarray(2 * NUMBER_BYTES);
  if (check.length !== CHECK_BYTES || !check.equals(checkOf(workspaceId, position))) {
    throw new LetheError('invalid_cursor');
  }
  const createdAtMicros = position.readBigInt64BE(0);
  if (createdAtMicros < 0n || createdAtMicros > LATEST_MICROS) {
    throw new LetheError('invalid_cursor');
  }
  return {
    createdAtMicros,
    id: position.readBigInt64BE(NUMBER_BYTES),
  };
}

function checkOf(workspaceId: string, position: Buffer): Buffer {
  return createHash('sha256')
    .update('deletion-jobs\0')
    .update(workspaceId)
    .update('\0')
    .update(position)
    .digest()
    .subarray(0, CHECK_BYTES);
}
