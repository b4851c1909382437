import { pipeline } from 'node:stream';
import zlib from 'node:zlib';
import { JsonLines } from './json-lines.js';
import type { RowCounts } from '../row-counts.js';
import { gunzip, mostUnpackedBytes } from '../unpack.js';
import type { UserSet } from '../user-set.js';

type Write = (bytes: Buffer) => Promise<void>;

/** Bytes that are written at once: each write is a message to another thread. */
const WRITTEN_BYTES = 256 * 1024;

export interface LinesWork {
  readonly users: UserSet;
  /** Name of the userId; dots lead into nested objects. */
  readonly field: string;
  /** Bytes of an object that is gzip, as it is stored; undefined for one that is not. */
  readonly gzipBytes: number | undefined;
  /** Gets the object without the rows; undefined when it shall only be looked at. */
  readonly write: Write | undefined;
}

/**
 * Looks for rows in JSON Lines, or writes them again without those.
 *
 * @throws UnreadableError where it is something else, or could be; what the chunks and `write` throw
 */
export async function rewriteLines(
  chunks: AsyncGenerator<Buffer>,
  { users, field, gzipBytes, write }: LinesWork,
): Promise<RowCounts> {
  const lines = new JsonLines(users, field);
  const unpacked = gzipBytes === undefined ? chunks : gunzip(chunks, mostUnpackedBytes(gzipBytes));
  const kept = keptOf(lines, unpacked);
  const gathered = write === undefined ? undefined : new Gathered(write);
  const isPacked = gathered !== undefined && gzipBytes !== undefined;
  for await (const bytes of isPacked ? gzipped(kept) : kept) await gathered?.add(bytes);
  await gathered?.end();
  if (write === undefined) lines.check();
  return lines.counts;
}

/** What stays of the lines. */
async function* keptOf(lines: JsonLines, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.concat(lines.feed(chunk));
  yield Buffer.concat(lines.finish());
}

/** Errors of the source reach the reader. */
function gzipped(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  return pipeline(source, zlib.createGzip(), () => undefined);
}

/** Gathers small pieces into writes of some size. */
class Gathered {
  private pieces: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly write: Write) {}

  async add(bytes: Buffer): Promise<void> {
    this.pieces.push(bytes);
    this.bytes += bytes.length;
    if (this.bytes >= WRITTEN_BYTES) await this.end();
  }

  async end(): Promise<void> {
    if (this.bytes === 0) return;
    const all = Buffer.concat(this.pieces);
    this.pieces = [];
    this.bytes = 0;
    await this.write(all);
  }
}
