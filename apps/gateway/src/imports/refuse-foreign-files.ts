import type { Readable } from 'node:stream';
import { LetheError } from '@lethe/contracts';
import { foreignFile } from '@lethe/contracts/user-files';

/**
 * Checks the first bytes of a file before its import begins. These bytes stay in the body. After an
 * error, the rest of the body is discarded, so that the caller gets the answer. Node.js discards
 * the rest only if no byte of the body was read.
 *
 * @param begin called if the file is accepted
 * @throws LetheError `unsupported_media_type`, with the type of the file and a remedy in its
 * message; errors of `begin`
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

const EVENTS = ['readable', 'end', 'error', 'close'] as const;

/**
 * @returns the first bytes; `undefined` if the body is empty, or if the connection broke. The
 * reader of the body then gets the error
 */
async function headOf(body: Readable): Promise<Buffer | undefined> {
  if (body.readableEnded || body.destroyed) return undefined;
  await new Promise<void>((resolve) => {
    const onEvent = (): void => {
      for (const event of EVENTS) body.off(event, onEvent);
      resolve();
    };
    for (const event of EVENTS) body.on(event, onEvent);
  });
  const head = body.read() as Buffer | null;
  if (head !== null) body.unshift(head);
  return head ?? undefined;
}
