import { pipeline } from 'node:stream';
import zlib from 'node:zlib';

export interface ReadBody {
  readonly bytes: Buffer;
  readonly truncated: boolean;
}

type Chunks = AsyncIterable<Buffer>;

/**
 * Maximum encodings of a body. More than one encoding is rare, and each encoding costs CPU time.
 */
const MAX_ENCODINGS = 3;
/**
 * With these options, zlib decodes the beginning of a cut answer instead of throwing. `truncated`
 * shows whether the answer was cut at the limit.
 */
const GZIP = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
const BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };

/**
 * Reads and decompresses an answer. The limit applies to the received bytes and to the output of
 * each decoder, which comes in chunks of 16 KiB. So a decompression bomb needs no more memory than
 * an answer without compression.
 *
 * @param body the bytes of the answer
 * @param encoding the `content-encoding`; only gzip, br and deflate are decoded
 * @param maxBytes maximum bytes of the received body, and of each decoded form
 * @throws errors of the stream, and errors of zlib if the body does not match its encoding
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

/**
 * Returns the encodings in the sequence in which they must be decoded. Returns an empty list if an
 * encoding is unknown or if there are too many encodings. The body then stays encoded.
 */
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
  // The reader of the decoder gets the errors, so the callback ignores them.
  return pipeline(startingWith(first.value, chunks), decoder, () => undefined);
}

function decoderFor(encoding: string, first: Buffer) {
  if (encoding === 'gzip') return zlib.createGunzip(GZIP);
  if (encoding === 'br') return zlib.createBrotliDecompress(BROTLI);
  // "deflate" means the zlib format, but some servers send raw data. The first byte shows the
  // format.
  return ((first[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate(GZIP) : zlib.createInflateRaw(GZIP);
}

async function* startingWith(first: Buffer, otherChunks: Chunks): Chunks {
  yield first;
  yield* otherChunks;
}
