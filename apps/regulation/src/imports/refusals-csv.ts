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

/** A row that was refused, as it is stored. */
export interface RefusalRow {
  readonly line: string;
  readonly identifier: string;
  readonly reason: string;
  readonly fields: readonly string[];
}

/** With CRLF behind records, csv-stringify quotes no cell for a single one of these. */
const LINE_BREAK = /[\r\n]/;

/** Refused rows as CSV that an import reads again, and that a spreadsheet takes for no formula. */
export class RefusalsCsv {
  constructor(private readonly of: Pick<ImportRow, 'header' | 'columns' | 'delimiter'>) {}

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
    const { delimiter } = this.of;
    const format = { delimiter, record_delimiter: 'windows', quoted_match: LINE_BREAK } as const;
    return stringify([...rows], format);
  }

  private names(): readonly string[] {
    const { header } = this.of;
    if (header === null) return ['row'];
    const options = optionsOf(this.of);
    if (options.header !== 'absent' || areRefusals(header)) return shapeOf(header).names;
    // Columns that were left out have no names: as names, "column 2" would be identifiers.
    return header.map((_none, index) => {
      const choice = options.columns?.find(({ column }) => indexOfPosition(column) === index);
      return choice?.identifier ?? '';
    });
  }
}
