import {
  areRefusals,
  ESCAPED_COLUMN,
  ESCAPED_MARK,
  escapeCell,
  indexOfPosition,
  REFUSAL_COLUMNS,
  shapeOf,
} from '@lethe/contracts/user-files';
import { stringify } from 'csv-stringify/sync';
import { optionsOf } from './import-table.js';
import type { ImportRow } from './import-table.js';

export interface RefusalRow {
  readonly line: string;
  readonly identifier: string;
  readonly reason: string;
  readonly fields: readonly string[];
}

/**
 * Makes csv-stringify quote cells with a single CR or LF. With CRLF as line ending, it would not
 * quote them.
 */
const LINE_BREAK = /[\r\n]/;

/**
 * Writes refused rows as CSV that an import can read again. A spreadsheet finds no formulas in it.
 */
export class RefusalsCsv {
  constructor(private readonly file: Pick<ImportRow, 'header' | 'columns' | 'delimiter'>) {}

  header(): string {
    return this.write([[...REFUSAL_COLUMNS, ...this.names(), ESCAPED_COLUMN].map(escapeCell)]);
  }

  rows(rows: readonly RefusalRow[]): string {
    return this.write(
      rows.map(({ line, identifier, reason, fields }) => [
        ...[line, identifier, reason, ...fields].map(escapeCell),
        ESCAPED_MARK,
      ]),
    );
  }

  private write(rows: readonly (readonly string[])[]): string {
    const { delimiter } = this.file;
    const format = { delimiter, record_delimiter: 'windows', quoted_match: LINE_BREAK } as const;
    return stringify([...rows], format);
  }

  private names(): readonly string[] {
    const { header } = this.file;
    if (header === null) return ['row'];
    const options = optionsOf(this.file);
    if (options.header !== 'absent' || areRefusals(header)) return shapeOf(header).names;
    // Columns that the import left out get no names. A name such as "column 2" would become an
    // identifier.
    return header.map((_none, index) => {
      const choice = options.columns?.find(({ column }) => indexOfPosition(column) === index);
      return choice?.identifier ?? '';
    });
  }
}
