import { createHash } from 'node:crypto';

/** Columns of every table. */
export interface StoredRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Number of the transaction that wrote this state of the row. */
  readonly row_version: string;
}

/** Members of every resource in addition to the values that callers set. */
export interface StoredItem {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Differs after each change. */
  readonly version: string;
}

/** @param values the values that callers set; answers show them between the id and the times */
export function toItem<Values extends object>(row: StoredRow, values: Values): StoredItem & Values {
  const { id, created_at: createdAt, updated_at: updatedAt } = row;
  return { id, ...values, createdAt, updatedAt, version: versionOf(row) };
}

/**
 * Returns a version that differs after every change of the row. A row that is deleted and created
 * again also gets a different version. The version is a hash, so that callers do not see the number
 * of the transaction.
 */
export function versionOf(row: StoredRow): string {
  return createHash('sha256')
    .update(`${row.row_version} ${row.updated_at.getTime()}`)
    .digest('base64url')
    .slice(0, 22);
}
