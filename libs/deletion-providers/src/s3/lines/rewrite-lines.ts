import { pipeline } from 'node:stream';
import zlib from 'node:zlib';
import { JsonLines } from './json-lines.js';
import type { RowCounts } from '../row-counts.js';
import { gunzip, mostUnpackedBytes } from '../unpack.js';
import type { UserSet } from '../user-set.js';

type Write = (bytes: Buffer) => Promise<void>;

/** Bytes that are collected for one write, because each write is a message to another thread. */
const WRITTEN_BYTES = 256 * 1024;

export interface LinesWork {
  readonly users: UserSet;
  /** Path of the userId; dots separate the names of nested objects. */
  readonly field: string;
  /** Size of a gzip object in bytes; undefined if the object is plain text. */
  readonly gzipBytes: number | undefined;
  /** Receives the rewritten object. If undefined, the rows are only counted. */
  readonly write: Write | undefined;
}

/**
 * Counts the users' rows in JSON Lines, or rewrites the object without these rows.
 *
 * @throws UnreadableError if a line is too long, or if rows are only counted and the object is not
 *   JSON Lines; errors of the chunks and of `write`
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

async function* keptOf(lines: JsonLines, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.concat(lines.feed(chunk));
  yield Buffer.concat(lines.finish());
}

/** Compresses a stream. The callback is empty, because the reader receives the errors. */
function gzipped(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  return pipeline(source, zlib.createGzip(), () => undefined);
}

/** Combines small pieces into writes of `WRITTEN_BYTES`. */
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
