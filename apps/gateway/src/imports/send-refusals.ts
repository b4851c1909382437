import { Readable } from 'node:stream';
import type { CommandContext, ImportCommands, ImportRefusalsResult } from '@lethe/contracts';

const DEADLINE_MS = 15_000;

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
 * @throws LetheError of the first page, so that it is an answer of its own
 */
export async function refusalsAsCsv(
  imports: Pick<ImportCommands, 'importRefusals'>,
  context: CommandContext,
  id: string,
  { afterLine, limit }: WantedRefusals,
): Promise<Readable> {
  const read = (after?: number) =>
    imports.importRefusals({
      ...{ context: { ...context, deadline: Date.now() + DEADLINE_MS }, id },
      ...(after === undefined ? {} : { after }),
      ...(limit === undefined ? {} : { limit }),
    });
  const { after, ...first } = await read(afterLine);
  const isPage = limit !== undefined || after === undefined;
  return Readable.from(pages(isPage ? first : { ...first, after }, read), { objectMode: false });
}

async function* pages(
  first: ImportRefusalsResult,
  read: (after: number) => Promise<ImportRefusalsResult>,
): AsyncGenerator<string> {
  for (let page = first; ; page = await read(page.after)) {
    if (page.csv !== '') yield page.csv;
    if (page.after === undefined) return;
  }
}
