import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Says which content the answer has, and answers 304 to a client that names it; to no other. The
 * tag is a weak one: it is the content that is the same, not each byte that is sent.
 *
 * @param tag without quotes
 * @returns whether that was the answer
 */
export function answeredUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
): boolean {
  void reply.header('etag', `W/"${tag}"`);
  if (!isKnownTag(request.headers['if-none-match'], `"${tag}"`)) return false;
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
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
