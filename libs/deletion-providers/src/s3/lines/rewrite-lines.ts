import { once } from 'node:events';
import zlib from 'node:zlib';
import { JsonLines, type RowCounts } from '../json-lines.js';
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
  const rewrite = async (keep: Write | undefined): Promise<void> => {
    for await (const chunk of unpacked) await each(lines.feed(chunk), keep);
    await each(lines.finish(), keep);
  };
  if (write === undefined) {
    await rewrite(undefined);
    lines.check();
  } else {
    const gathered = new Gathered(write);
    if (gzipBytes === undefined) await rewrite((bytes) => gathered.add(bytes));
    else await packed((bytes) => gathered.add(bytes), rewrite);
    await gathered.end();
  }
  return lines.counts;
}

async function each(buffers: readonly Buffer[], keep: Write | undefined): Promise<void> {
  if (keep === undefined) return;
  for (const bytes of buffers) await keep(bytes);
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

/** Gives what is written through gzip. */
async function packed(write: Write, produce: (pack: Write) => Promise<void>): Promise<void> {
  const gzip = zlib.createGzip();
  const written = (async () => {
    for await (const chunk of gzip) await write(chunk as Buffer);
  })();
  // An error of writing ends the stream, and what waits for it.
  written.catch(() => undefined);
  const ended = written.then(
    () => undefined,
    (error: unknown) => {
      gzip.destroy();
      throw error;
    },
  );
  ended.catch(() => undefined);
  try {
    await produce(async (chunk) => {
      if (!gzip.write(chunk)) await Promise.race([once(gzip, 'drain'), ended]);
    });
    gzip.end();
    await ended;
  } finally {
    gzip.destroy();
  }
}
