import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import zlib from 'node:zlib';
import { UnreadableError } from './json-lines.js';

/** What an object holds, by its first bytes; its name says nothing certain. */
export type ContentKind = 'empty' | 'gzip' | 'parquet' | 'encrypted-parquet' | 'text';

/** Far more than any object of lines; a bomb is not unpacked for days. */
const MOST_UNPACKED_BYTES = 256 * 1024 ** 3;

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

const SLICE_BYTES = 256 * 1024;

/** Small pieces, between which others have their turn: what is done with each takes the process. */
export async function* inSlices(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES);
      yield slice;
      bytes += slice.length;
      if (bytes < SLICE_BYTES) continue;
      bytes = 0;
      await othersTurn();
    }
  }
}

/**
 * Unpacks gzip of any number of members.
 * @throws UnreadableError; what the chunks throw
 */
export async function* gunzip(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const fed: Fed = { bytes: 0, isAll: false };
  const source = Readable.from(noting(chunks, fed), { objectMode: false });
  const unpacked = source.pipe(zlib.createGunzip());
  source.once('error', (error) => unpacked.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of unpacked) {
      bytes += (chunk as Buffer).length;
      if (bytes > MOST_UNPACKED_BYTES) throw new UnreadableError('is too large once unpacked');
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
