import type { Readable } from 'node:stream';
import { LetheError } from '@lethe/contracts';
import { foreignFile } from '@lethe/contracts/user-files';

/**
 * Looks at the first bytes of a file before an import of it begins. The body stays whole. Node lets the rest of a body pass only where nothing of
 * it was read; so where the import does not begin, this does it, and the caller gets the answer.
 *
 * @param begin makes what the file is for
 * @throws LetheError `unsupported_media_type` that says what the file is and what to do; what `begin` throws
 */
export async function unlessForeign<T>(body: Readable, begin: () => Promise<T>): Promise<T> {
  try {
    const head = await headOf(body);
    const foreign = head === undefined ? undefined : foreignFile(head);
    if (foreign !== undefined) throw new LetheError('unsupported_media_type', { message: foreign });
    return await begin();
  } catch (error) {
    body.resume();
    throw error;
  }
}

const ENOUGH = ['readable', 'end', 'error', 'close'] as const;

/** @returns the first bytes; undefined where there are none, or it broke off, which is reported to whoever reads the body */
async function headOf(body: Readable): Promise<Buffer | undefined> {
  if (body.readableEnded || body.destroyed) return undefined;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      for (const event of ENOUGH) body.off(event, look);
      resolve();
    };
    for (const event of ENOUGH) body.on(event, look);
  });
  const head = body.read() as Buffer | null;
  if (head !== null) body.unshift(head);
  return head ?? undefined;
}
