import type { CreateImport, ImportDto, ImportState } from '@lethe/api/imports';
import { defined, type ImportFormat, type RegulationType } from '@lethe/contracts';
import { SCHEMA } from '../database/schema-name.js';

/**
 * What an import says about its rows. With `destinationIds: ["*"]`, also why destinations could not
 * delete when the import was created. It is stored in the column `columns`.
 */
export type ImportOptions = Pick<
  CreateImport,
  | 'columns'
  | 'header'
  | 'suspicious'
  | 'receivedAt'
  | 'law'
  | 'receivedAtColumn'
  | 'lawColumn'
  | 'unusableDestinations'
> &
  Pick<ImportDto, 'notDeleted' | 'notDeletedCount'>;

export function optionsOf({ columns: options }: Pick<ImportRow, 'columns'>): ImportOptions {
  return options ?? {};
}

export const IMPORTS = `${SCHEMA}.imports`;
export const PIECES = `${SCHEMA}.import_pieces`;
/** Hashes of users for whom an import has created regulations. */
export const USERS = `${SCHEMA}.import_users`;
export const REFUSALS = `${SCHEMA}.import_refusals`;

/** Row of `imports` as the driver reads it, with 8-byte numbers as strings. */
export interface ImportRow {
  readonly workspace_id: string;
  readonly id: string;
  /** Random key, from which `requestIdOf` derives the request ids of the portions. */
  readonly key: string;
  readonly state: ImportState;
  readonly format: ImportFormat;
  readonly regulation_type: RegulationType;
  readonly source_ids: readonly string[] | null;
  readonly destination_ids: readonly string[] | null;
  readonly reason: string | null;
  readonly columns: ImportOptions | null;
  readonly delimiter: string;
  readonly dry_run: boolean;
  readonly received_bytes: string;
  readonly total_bytes: string | null;
  readonly done_bytes: string;
  readonly done_lines: string;
  /**
   * First row of a CSV file; empty names if the file has no header. It is removed together with the
   * refused rows.
   */
  readonly header: readonly string[] | null;
  /** Number of portions that created regulations. */
  readonly portions: number;
  /**
   * Equal to `portions` while `USERS` has the hashes of all imported users. It is 0 for a dry run,
   * and after the hashes are removed.
   */
  readonly known_portions: number;
  readonly rows: string;
  readonly accepted: string;
  readonly refused: string;
  readonly repeated: string;
  readonly failure: string | null;
  /** Consecutive failures of the service itself. A wrong file ends the import at once. */
  readonly failures: number;
  readonly created_at: Date;
  readonly created_by: string;
  readonly uploaded_at: Date | null;
  readonly updated_at: Date;
  readonly ended_at: Date | null;
  readonly canceled_by: string | null;
}

/**
 * Maximum bytes of a stored reason. A reason can quote tens of thousands of characters of a file.
 */
export const REASON_BYTES = 1_000;
export const NAME_BYTES = 256;

export function toImportRecord(row: ImportRow): ImportDto {
  const total = row.total_bytes === null ? undefined : Number(row.total_bytes);
  const accepted = Number(row.accepted);
  const options = optionsOf(row);
  return {
    id: row.id,
    state: row.state,
    format: row.format,
    regulationType: row.regulation_type,
    ...(row.source_ids === null ? {} : { sourceIds: row.source_ids }),
    ...(row.destination_ids === null ? {} : { destinationIds: row.destination_ids }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...defined({ receivedAt: options.receivedAt, law: options.law }),
    ...defined({ notDeleted: options.notDeleted, notDeletedCount: options.notDeletedCount }),
    dryRun: row.dry_run,
    receivedBytes: Number(row.received_bytes),
    ...(total === undefined ? {} : { totalBytes: total }),
    doneBytes: Number(row.done_bytes),
    percentage: percentageOf(row, total),
    rows: Number(row.rows),
    accepted,
    created: row.dry_run ? 0 : accepted,
    refused: Number(row.refused),
    repeated: Number(row.repeated),
    ...(row.failure === null ? {} : { failure: row.failure }),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    ...time('uploadedAt', row.uploaded_at),
    updatedAt: row.updated_at.toISOString(),
    ...time('endedAt', row.ended_at),
    ...(row.canceled_by === null ? {} : { canceledBy: row.canceled_by }),
  };
}

function percentageOf({ state, done_bytes: done }: ImportRow, total: number | undefined): number {
  if (state === 'done') return 100;
  return total === undefined || total === 0 ? 0 : Math.floor((100 * Number(done)) / total);
}

function time(name: string, at: Date | null): object {
  return at === null ? {} : { [name]: at.toISOString() };
}
