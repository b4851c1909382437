import type { Precondition } from '@lethe/catalog';
import { invalidMember } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';

const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/**
 * Pattern of the headers that `readIfMatch` accepts, for the API reference. It allows no comma in a
 * tag, because tags of Lethe have none.
 */
export const IF_MATCH_PATTERN =
  '^\\s*(\\*|(W/)?"[!#-+\\--~\\x80-\\xff]*"(\\s*,\\s*(W/)?"[!#-+\\--~\\x80-\\xff]*")*)\\s*$';

/**
 * Reads `If-Match` (RFC 9110 §13.1.1). A weak tag matches nothing.
 *
 * @returns `undefined` without the header
 * @throws LetheError `invalid_request` if the header does not contain entity tags
 */
export function readIfMatch(request: FastifyRequest): Precondition | undefined {
  const header = request.headers['if-match'];
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  const tags = header.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => ENTITY_TAG.test(tag))) {
    throw invalidMember('If-Match', 'must be * or entity tags, verbatim from ETag');
  }
  return tags.flatMap((tag) => (tag.startsWith('W/') ? [] : (ENTITY_TAG.exec(tag)?.[1] ?? [])));
}
