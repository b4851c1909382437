import { pipeline } from 'node:stream';
import zlib from 'node:zlib';

export interface ReadBody {
  readonly bytes: Buffer;
  readonly truncated: boolean;
}

type Chunks = AsyncIterable<Buffer>;

/** Codings of one body that are undone. More than one is rare; a long list only multiplies the work. */
const MAX_ENCODINGS = 3;
/** An answer that ends early still shows what came: the length says whether it is whole. */
const GZIP = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };

/**
 * Reads and decompresses an answer. The cap holds for the bytes on the wire and again for each
 * decoded form, chunk by chunk (16 KiB), so a small answer that grows a thousandfold costs no more
 * than a plain one.
 *
 * @param body the bytes as they come
 * @param encoding the `content-encoding`; what is not gzip, br or deflate is left as it is
 * @param maxBytes of the decoded body
 * @throws the stream's errors, and zlib's for a body that does not match its encoding
 */
export async function readBody(
  body: Chunks,
  encoding: string | undefined,
  maxBytes: number,
): Promise<ReadBody> {
  let truncated = false;
  const cut = () => {
    truncated = true;
  };
  let chunks = atMost(body, maxBytes, cut);
  for (const name of encodingsOf(encoding)) {
    chunks = atMost(await decode(chunks, name), maxBytes, cut);
  }
  const kept: Buffer[] = [];
  for await (const chunk of chunks) kept.push(chunk);
  return { bytes: Buffer.concat(kept), truncated };
}

/** The last one applied comes first. */
function encodingsOf(header: string | undefined): string[] {
  const names = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-gzip$/, 'gzip'))
    .filter((name) => name !== '' && name !== 'identity');
  const areKnown = names.every((name) => name === 'gzip' || name === 'br' || name === 'deflate');
  return areKnown && names.length <= MAX_ENCODINGS ? names.reverse() : [];
}

async function* atMost(
  chunks: Chunks,
  maxBytes: number,
  onCut: () => void,
): Chunks & AsyncGenerator<Buffer> {
  let left = maxBytes;
  for await (const chunk of chunks) {
    if (chunk.length > left) {
      onCut();
      yield chunk.subarray(0, left);
      return;
    }
    left -= chunk.length;
    yield chunk;
  }
}

async function decode(chunks: AsyncGenerator<Buffer>, encoding: string): Promise<Chunks> {
  const first = await chunks.next();
  if (first.done === true) return chunks;
  const decoder = decoderFor(encoding, first.value);
  // Errors reach the reader of the decoder.
  return pipeline(startingWith(first.value, chunks), decoder, () => undefined);
}

function decoderFor(encoding: string, head: Buffer) {
  if (encoding === 'gzip') return zlib.createGunzip(GZIP);
  if (encoding === 'br') return zlib.createBrotliDecompress(BROTLI);
  // "deflate" means the zlib format, but some servers send it bare: its first byte tells.
  return ((head[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate(GZIP) : zlib.createInflateRaw(GZIP);
}

async function* startingWith(first: Buffer, rest: Chunks): Chunks {
  yield first;
  yield* rest;
}
