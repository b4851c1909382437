import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { CommandFailure } from '../command-context.js';

/** Characters of one row at most, so that a quote that is never closed does not fill the memory. */
const MAX_ROW_LENGTH = 1024 * 1024;

/** One row of a CSV file. */
export interface Row {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly values: readonly string[];
  /** Of the file, up to the end of this row. */
  readonly bytes: number;
}

/** What csv-parse says of each record. */
interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number; readonly bytes: number };
}

/**
 * Reads a CSV file row by row: UTF-8 or UTF-16 with a BOM, any line ends. Empty lines are passed over.
 *
 * @throws CommandFailure when the file cannot be read, or is no CSV from some line on
 */
export async function* readRows(file: string, delimiter: string): AsyncGenerator<Row> {
  const source = createReadStream(file).on('error', fail);
  const parser = source.pipe(
    parse({
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true, // told by row
      skip_empty_lines: true,
      max_record_size: MAX_ROW_LENGTH,
    }),
  );
  function fail(error: Error): void {
    parser.destroy(error);
  }
  try {
    let countedTwice = 0; // csv-parse takes a CRLF within quotes for two line ends
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      countedTwice += count(record, /\r\n/g);
      const line = info.lines - countedTwice - count(record, /\r\n|\r|\n/g);
      yield { line, values: record, bytes: info.bytes };
    }
  } catch (error) {
    throw explain(file, error);
  } finally {
    source.destroy();
  }
}

function count(values: readonly string[], pattern: RegExp): number {
  return values.reduce((sum, value) => sum + (value.match(pattern)?.length ?? 0), 0);
}

function explain(file: string, error: unknown): unknown {
  if (error instanceof CsvError) {
    const { lines } = error as CsvError & { readonly lines?: number };
    return new CommandFailure(
      `${file} is no CSV at line ${lines ?? '?'} or before (${error.code}): look at its quotes, and at --delimiter.`,
      { cause: error },
    );
  }
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return new CommandFailure(`${file} cannot be read (${code}).`, { cause: error });
}
