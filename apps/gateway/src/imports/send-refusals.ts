import { Readable } from 'node:stream';
import type { CommandContext, ImportCommands, ImportRefusalsResult } from '@lethe/contracts';

const DEADLINE_MS = 15_000;
const QUOTE = 34;
const LINE_FEED = 10;

/** Which refused rows are wanted; all of them without a limit. */
export interface WantedRefusals {
  /** The line of the file behind which they begin. */
  readonly afterLine?: number;
  /** Most rows of one page. */
  readonly limit?: number;
}

/**
 * The refused rows as CSV: one page, or all of them, read page by page as the caller reads them.
 *
 * @param onRows called with how many rows are about to be sent
 * @throws LetheError of the first page, so that it is an answer of its own
 */
export async function refusalsAsCsv(
  imports: Pick<ImportCommands, 'importRefusals'>,
  context: CommandContext,
  id: string,
  { afterLine, limit }: WantedRefusals,
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
  /** The first page begins with the names of the columns. */
  readonly hasHeader: boolean;
  readonly onRows: (rows: number) => void;
}

async function* pages(
  first: ImportRefusalsResult,
  read: (after: number) => Promise<ImportRefusalsResult>,
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

/** Line breaks that are not within quotes. */
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
