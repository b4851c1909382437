import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readQualities } from './prefers-json.js';

const compress = promisify(gzip);

/** Minimum bytes of a compressed body. A smaller body fits into one packet. */
const MIN_COMPRESSED_BYTES = 1024;

/**
 * zlib level for bodies that are sent once. Compressed JSON is about 10 % larger than with the
 * default level 6.
 */
export const FAST_GZIP = { level: 1 } as const;

/**
 * Sends a body, compressed with gzip if the request accepts gzip and the body is not small. Set the
 * status and the content type before the call. zlib compresses outside the event loop.
 */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer | string,
): Promise<void> {
  reply.header('vary', 'Accept-Encoding');
  const isSmall = Buffer.byteLength(body) < MIN_COMPRESSED_BYTES;
  if (isSmall || !acceptsGzip(request.headers['accept-encoding'])) {
    void reply.send(body);
    return;
  }
  const compressed = await compress(body, FAST_GZIP);
  void reply.header('content-encoding', 'gzip').send(compressed);
}

/**
 * Returns whether an `Accept-Encoding` header accepts gzip and does not prefer the plain body (RFC
 * 9110 §12.5.3). Without the header the result is false, because clients that want gzip send it.
 */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  const qualities = new Map(readQualities(header));
  const ofAny = qualities.get('*');
  const ofGzip = qualities.get('gzip') ?? qualities.get('x-gzip') ?? ofAny ?? 0;
  return ofGzip > 0 && ofGzip >= (qualities.get('identity') ?? 0);
}
