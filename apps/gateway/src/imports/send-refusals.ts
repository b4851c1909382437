import type { ImportCommands, RefusalsQueryDto, RefusedRows } from '@lethe/api/imports';
import { Readable } from 'node:stream';
import type { CommandContext } from '@lethe/contracts';

const DEADLINE_MS = 15_000;
const QUOTE = 34;
const LINE_FEED = 10;

/**
 * Returns the refused rows as CSV. With a `limit`, returns one page; without it, all pages. The
 * gateway reads the next page from the service only when the caller has read the previous page.
 *
 * @param onRows called before the rows of a page are sent, with their number
 * @throws LetheError if the first page cannot be read, so that the answer is an error
 */
export async function refusalsAsCsv(
  imports: Pick<ImportCommands, 'importRefusals'>,
  context: CommandContext,
  id: string,
  { afterLine, limit }: RefusalsQueryDto,
  onRows: (rows: number) => void,
): Promise<Readable> {
  const read = (after?: number) =>
    imports.importRefusals({
      ...{ context: { ...context, deadline: Date.now() + DEADLINE_MS }, id },
      ...(after === undefined ? {} : { after }),
      ...(limit === undefined ? {} : { limit }),
    });
  const { after, ...first } = await read(afterLine);
  const isPage = limit !== undefined || after === undefined;
  const sent = pages(isPage ? first : { ...first, after }, read, {
    hasHeader: afterLine === undefined,
    onRows,
  });
  return Readable.from(sent, { objectMode: false });
}

interface Counting {
  /** Whether the first page begins with the column names. */
  readonly hasHeader: boolean;
  readonly onRows: (rows: number) => void;
}

async function* pages(
  first: RefusedRows,
  read: (after: number) => Promise<RefusedRows>,
  { hasHeader, onRows }: Counting,
): AsyncGenerator<string> {
  for (let page = first; ; page = await read(page.after)) {
    if (page.csv !== '') {
      onRows(rowsOf(page.csv) - (page === first && hasHeader ? 1 : 0));
      yield page.csv;
    }
    if (page.after === undefined) return;
  }
}

/** Returns the number of line breaks outside of quotes. */
function rowsOf(csv: string): number {
  let rows = 0;
  let isQuoted = false;
  for (let at = 0; at < csv.length; at += 1) {
    const character = csv.charCodeAt(at);
    if (character === QUOTE) isQuoted = !isQuoted;
    else if (character === LINE_FEED && !isQuoted) rows += 1;
  }
  return rows;
}
