import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Returns a weak entity tag. Answers with the same tag have equal content, but their bytes can
 * differ.
 */
export const weak = (tag: string): string => `W/"${tag}"`;

/**
 * Sets the entity tag, and answers 304 if the client sent this tag.
 *
 * @param etag entity tag with its quotes
 * @returns whether the answer is 304
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
 * Returns whether an `If-None-Match` header contains the tag (RFC 9110 §13.1.2). The comparison is
 * weak, because the client only wants to know whether its content is current.
 *
 * @param etag entity tag with its quotes
 */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => toOpaque(tag.trim()) === toOpaque(etag));
}

function toOpaque(etag: string): string {
  return etag.replace(/^W\//, '');
}
