import { createHash } from 'node:crypto';

/** Columns that the rows of all tables have. */
export interface StoredRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Number of the transaction that wrote this state of the row. */
  readonly row_version: string;
}

/** What every resource has beside the values that callers set. */
export interface StoredItem {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Another one after each change. */
  readonly version: string;
}

/** @param values that callers set, between the id and the times: that is their order in answers */
export function toItem<Values extends object>(row: StoredRow, values: Values): StoredItem & Values {
  const { id, created_at: createdAt, updated_at: updatedAt } = row;
  return { id, ...values, createdAt, updatedAt, version: versionOf(row) };
}

/**
 * Changes with every change of the row, and is never used again, not even for a row that takes the
 * place of a deleted one. Hashed, so that callers cannot see the number of transactions.
 */
export function versionOf(row: StoredRow): string {
  return createHash('sha256')
    .update(`${row.row_version} ${row.updated_at.getTime()}`)
    .digest('base64url')
    .slice(0, 22);
}
