import { Readable } from 'node:stream';
import type { CommandContext, ImportCommands, ImportRefusalsResult } from '@lethe/contracts';

const DEADLINE_MS = 15_000;

/**
 * The refused rows as CSV, read page by page as the caller reads them.
 *
 * @throws LetheError of the first page, so that it is an answer of its own
 */
export async function refusalsAsCsv(
  imports: Pick<ImportCommands, 'importRefusals'>,
  context: CommandContext,
  id: string,
): Promise<Readable> {
  const read = (after?: number) =>
    imports.importRefusals({
      ...{ context: { ...context, deadline: Date.now() + DEADLINE_MS }, id },
      ...(after === undefined ? {} : { after }),
    });
  const first = await read();
  return Readable.from(pages(first, read), { objectMode: false });
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
