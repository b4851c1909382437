import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** Bytes. A smaller body fits into one packet anyway. */
const WORTH_COMPRESSING = 1024;

/** A quarter of the time of zlib's default, for JSON that gets about a tenth larger. */
const LEVEL = 1;

/**
 * Compresses a body beside the event loop.
 *
 * @param level of zlib: 1 for what is sent once, 6 for what is kept
 */
export function gzipBody(body: Buffer | string, level: number = LEVEL): Promise<Buffer> {
  return compress(body, { level });
}

/** Whether a body of so many bytes is sent with gzip to whoever takes it. */
export function isWorthCompressing(bytes: number): boolean {
  return bytes >= WORTH_COMPRESSING;
}

/**
 * Sends a body, with gzip when the request takes it and the body is not small. The caller has set
 * status and content type.
 *
 * @param compressed the body's gzip, when it is there already
 */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer | string,
  compressed?: Buffer,
): Promise<void> {
  reply.header('vary', 'Accept-Encoding');
  const isSmall = !isWorthCompressing(Buffer.byteLength(body));
  if (isSmall || !acceptsGzip(request.headers['accept-encoding'])) {
    void reply.send(body);
    return;
  }
  const bytes = compressed ?? (await gzipBody(body));
  void reply.header('content-encoding', 'gzip').send(bytes);
}

/**
 * Whether an `Accept-Encoding` header takes gzip and does not prefer the body as it is (RFC 9110
 * §12.5.3). Without the header anything would be allowed, but whoever wants gzip says so.
 */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  const qualities = new Map(header.split(',').map(readCoding));
  const ofAny = qualities.get('*');
  const ofGzip = qualities.get('gzip') ?? qualities.get('x-gzip') ?? ofAny ?? 0;
  return ofGzip > 0 && ofGzip >= (qualities.get('identity') ?? 0);
}

function readCoding(text: string): [name: string, quality: number] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
  return [name, quality >= 0 && quality <= 1 ? quality : 0];
}
