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
