import { LetheError } from '@lethe/contracts';
import { foreignFile } from '@lethe/contracts/user-files';

/**
 * Looks at the first bytes of a file before an import of it begins.
 *
 * @returns the whole body, also where it broke off
 * @throws LetheError `unsupported_media_type` that says what the file is and what to do
 */
export async function readCsvOrNdjson(body: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const chunks = body[Symbol.asyncIterator]();
  const first = chunks.next();
  const head = await first.then(
    ({ done, value }) => (done === true ? undefined : value),
    () => undefined, // reported by whoever reads the body
  );
  const foreign = head === undefined ? undefined : foreignFile(head);
  if (foreign !== undefined) throw new LetheError('unsupported_media_type', { message: foreign });
  return wholeOf(first, chunks);
}

async function* wholeOf(
  first: Promise<IteratorResult<Buffer>>,
  chunks: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  for (let next = await first; next.done !== true; next = await chunks.next()) yield next.value;
}
