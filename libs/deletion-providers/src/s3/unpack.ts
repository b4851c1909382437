import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { UnreadableError } from './unreadable-error.js';

/** What an object holds, by its first bytes; its name says nothing certain. */
export type ContentKind = 'empty' | 'gzip' | 'parquet' | 'encrypted-parquet' | 'text';

/**
 * Bytes that an object may have once it is unpacked: so many, and so many more for each byte that is stored. Lines
 * of events become 5 to 30 times as long, the same byte again and again 1,030 times.
 */
const LEAST_UNPACKED_BYTES = 1024 ** 3;
const UNPACKED_A_BYTE = 100;
const MOST_UNPACKED_BYTES = 256 * 1024 ** 3;
const CHUNK_BYTES = 256 * 1024;

/** @param size bytes of the object, as it is stored */
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

/** The first bytes of a stream, and the stream with them. */
export async function look(
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

async function* startingWith(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/**
 * Unpacks gzip of any number of members.
 * @param most bytes that it may unpack to, see `mostUnpackedBytes`
 * @throws UnreadableError; what the chunks throw
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
      if (bytes > most) throw new UnreadableError('is too large once it is unpacked');
      yield chunk as Buffer;
    }
    // Node's Gunzip ends without an error at a zero byte behind a member.
    if (!fed.isAll || unpacked.bytesWritten !== fed.bytes) {
      throw new UnreadableError('is gzip with something else behind it');
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
