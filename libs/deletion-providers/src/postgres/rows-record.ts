import type { DeletionRecord } from '@lethe/contracts';
import type { DoubtfulRows } from './doubtful-rows.js';
import type { FoundTable } from './find-table.js';

const MOST_NAME = 120;
const MOST_NOTES = 20;

export interface CountedRows {
  readonly method: string;
  /** Rows of each table that were deleted or found, in the sequence of the tables. */
  readonly rows: readonly number[];
  readonly doubtful: DoubtfulRows;
  readonly userIds: readonly string[];
  /** Those userIds that the encoding of the database can store. */
  readonly encodable: readonly string[];
  /** Note if no table had a row. */
  readonly noteIfNone?: string;
}

/** Returns the record of a deletion or a verification: how many rows each table had. */
export function rowsRecord(
  tables: readonly FoundTable[],
  { method, rows, doubtful, userIds, encodable, noteIfNone }: CountedRows,
): DeletionRecord {
  const perTable = new Map<string, number>();
  for (const [index, { name }] of tables.entries()) {
    const short = `rows in ${name.slice(0, MOST_NAME)}`;
    perTable.set(short, (perTable.get(short) ?? 0) + (rows[index] ?? 0));
  }
  const notes = tables.flatMap(({ columnName, idType }) => {
    const skipped = userIds.filter(
      (id) => !idType.canHold(id) && idType.alike?.form(id) === undefined,
    ).length;
    return skipped === 0
      ? []
      : [
          `${skipped} of ${userIds.length} userIds were not searched in ${columnName.slice(0, 3 * MOST_NAME)}: the type of the column cannot hold them.`,
        ];
  });
  const unencodable = userIds.length - encodable.length;
  if (unencodable > 0) {
    notes.unshift(
      `${unencodable} of ${userIds.length} userIds cannot be in the database: its encoding lacks some of their characters.`,
    );
  }
  if (noteIfNone !== undefined && doubtful.total === 0 && rows.every((count) => count === 0)) {
    notes.unshift(noteIfNone);
  }
  return {
    method,
    counts: {
      users: userIds.length,
      ...(doubtful.total > 0 && { 'rows in doubt': doubtful.total }),
      ...Object.fromEntries(perTable),
    },
    ...(notes.length === 0 ? {} : { notes: notes.slice(0, MOST_NOTES) }),
  };
}
