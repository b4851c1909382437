import {
  FIXED_LIMITS,
  LetheError,
  type ImportRefusalsCommand,
  type ImportRefusalsResult,
} from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { stringify } from 'csv-stringify/sync';
import { IMPORTS, REFUSALS, type ImportRow } from './import-row.js';

/** Rows of a page. */
const PAGE = 1_000;

interface RefusalRow {
  readonly line: string;
  readonly identifier: string;
  readonly reason: string;
  readonly fields: readonly string[];
}

/** Reads the refused rows of an import, as CSV that a spreadsheet takes for no formula. */
export class ImportRefusalsQuery {
  constructor(private readonly database: Pick<DatabaseConnection, 'query'>) {}

  /** @throws LetheError `not_found` */
  async execute({ context, id, after }: ImportRefusalsCommand): Promise<ImportRefusalsResult> {
    const key = [context.workspaceId, id];
    const [found] = await this.database.query<Pick<ImportRow, 'header'>>(
      `select header from ${IMPORTS} where workspace_id = $1 and id = $2`,
      key,
    );
    if (found === undefined) throw new LetheError('not_found');
    const rows = await this.database.query<RefusalRow>(
      `select line, identifier, reason, fields from (
         select *, sum(length(fields::text)) over (order by line) - length(fields::text) as before from (
           select * from ${REFUSALS} where workspace_id = $1 and import_id = $2 and line > $3
            order by line limit ${PAGE}) page) measured
        where before < ${FIXED_LIMITS.pageBytes} order by line`,
      [...key, after ?? 0],
    );
    const header =
      after === undefined ? [['line', 'column', 'reason', ...(found.header ?? ['row'])]] : [];
    const lines = rows.map(({ line, identifier, reason, fields }) => [
      line,
      identifier,
      reason,
      ...fields,
    ]);
    const csv = stringify([...header, ...lines], {
      escape_formulas: true,
      record_delimiter: 'windows',
    });
    const last = rows.at(-1);
    return { csv, ...(last === undefined ? {} : { after: Number(last.line) }) };
  }
}
