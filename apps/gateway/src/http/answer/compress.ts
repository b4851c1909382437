import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readQualities } from './prefers-json.js';

const compress = promisify(gzip);

/** Bytes. A smaller body fits into one packet anyway. */
const WORTH_COMPRESSING = 1024;

/** Of zlib: for what is sent once. JSON gets about a tenth larger than with the default of 6. */
export const FAST_GZIP = { level: 1 } as const;

/**
 * Sends a body, with gzip when the request takes it and the body is not small. The caller has set
 * status and content type. Compresses beside the event loop.
 */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer | string,
): Promise<void> {
  reply.header('vary', 'Accept-Encoding');
  const isSmall = Buffer.byteLength(body) < WORTH_COMPRESSING;
  if (isSmall || !acceptsGzip(request.headers['accept-encoding'])) {
    void reply.send(body);
    return;
  }
  const compressed = await compress(body, FAST_GZIP);
  void reply.header('content-encoding', 'gzip').send(compressed);
}

/**
 * Whether an `Accept-Encoding` header takes gzip and does not prefer the body as it is (RFC 9110
 * §12.5.3). Without the header anything would be allowed, but whoever wants gzip says so.
 */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  const qualities = new Map(readQualities(header));
  const ofAny = qualities.get('*');
  const ofGzip = qualities.get('gzip') ?? qualities.get('x-gzip') ?? ofAny ?? 0;
  return ofGzip > 0 && ofGzip >= (qualities.get('identity') ?? 0);
}
