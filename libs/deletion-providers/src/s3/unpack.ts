import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { UnreadableError } from './unreadable-error.js';

/** Kind of an object's content. The first bytes decide, because names are not reliable. */
export type ContentKind = 'empty' | 'gzip' | 'parquet' | 'encrypted-parquet' | 'text';

/**
 * An object is allowed to unpack to this many bytes, plus `UNPACKED_A_BYTE` for each stored byte,
 * and to at most `MOST_UNPACKED_BYTES`. Lines of events unpack to 5 to 30 times their stored size,
 * and a repeated byte to 1,030 times.
 */
const LEAST_UNPACKED_BYTES = 1024 ** 3;
const UNPACKED_A_BYTE = 100;
const MOST_UNPACKED_BYTES = 256 * 1024 ** 3;
const CHUNK_BYTES = 256 * 1024;

/** @param size size of the stored object in bytes */
export function mostUnpackedBytes(size: number): number {
  return Math.min(LEAST_UNPACKED_BYTES + size * UNPACKED_A_BYTE, MOST_UNPACKED_BYTES);
}

export function kindOf(head: Buffer): ContentKind {
  if (head.length === 0) return 'empty';
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  const magic = head.toString('latin1', 0, 4);
  if (magic === 'PAR1') return 'parquet';
  return magic === 'PARE' ? 'encrypted-parquet' : 'text';
}

/** Returns the first bytes of a stream, and a stream that still contains these bytes. */
export async function peekHead(
  chunks: AsyncGenerator<Buffer>,
): Promise<{ readonly head: Buffer; readonly all: AsyncGenerator<Buffer> }> {
  const first: Buffer[] = [];
  let length = 0;
  while (length < 4) {
    const next = await chunks.next();
    if (next.done === true) break;
    first.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(first);
  return { head, all: startingWith(head, chunks) };
}

async function* startingWith(head: Buffer, tail: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    yield* tail;
  } finally {
    await tail.return(undefined);
  }
}

/**
 * Unpacks gzip data, which can consist of several members.
 *
 * @param most maximum number of unpacked bytes, see `mostUnpackedBytes`
 * @throws UnreadableError; errors of the chunks
 */
export async function* gunzip(
  chunks: AsyncGenerator<Buffer>,
  most: number,
): AsyncGenerator<Buffer> {
  const fed: Fed = { bytes: 0, isAll: false };
  const source = Readable.from(noting(chunks, fed), { objectMode: false });
  const unpacked = source.pipe(zlib.createGunzip({ chunkSize: CHUNK_BYTES }));
  source.once('error', (error) => unpacked.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of unpacked) {
      bytes += (chunk as Buffer).length;
      if (bytes > most) throw new UnreadableError('is too large after decompression');
      yield chunk as Buffer;
    }
    // At a zero byte after a member, Gunzip of Node stops and reports no error.
    if (!fed.isAll || unpacked.bytesWritten !== fed.bytes) {
      throw new UnreadableError('is gzip with other data after its end');
    }
  } catch (error) {
    if (fed.failure !== undefined) throw fed.failure as Error;
    if (error instanceof UnreadableError) throw error;
    throw new UnreadableError('is not valid gzip');
  } finally {
    unpacked.destroy();
    source.destroy();
  }
}

interface Fed {
  bytes: number;
  isAll: boolean;
  failure?: unknown;
}

async function* noting(chunks: AsyncGenerator<Buffer>, fed: Fed): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of chunks) {
      fed.bytes += chunk.length;
      yield chunk;
    }
    fed.isAll = true;
  } catch (error) {
    fed.failure = error;
    throw error;
  }
}
