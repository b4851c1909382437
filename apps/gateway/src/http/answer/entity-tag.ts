import type { FastifyReply, FastifyRequest } from 'fastify';

/** The tag of an answer of which it is the content that is the same, not each byte that is sent. */
export const weak = (tag: string): string => `W/"${tag}"`;

/**
 * Says which content the answer has, and answers 304 to a client that names it; to no other.
 *
 * @param etag with its quotes
 * @returns whether that was the answer
 */
export function answeredUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
): boolean {
  void reply.header('etag', etag);
  if (!isKnownTag(request.headers['if-none-match'], etag)) return false;
  void reply.code(304).send();
  return true;
}

/**
 * Whether an `If-None-Match` header names the tag of what would be sent (RFC 9110 §13.1.2):
 * compared weakly, as the caller only wants to know whether it has that already.
 *
 * @param etag with its quotes
 */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => toOpaque(tag.trim()) === toOpaque(etag));
}

function toOpaque(etag: string): string {
  return etag.replace(/^W\//, '');
}
