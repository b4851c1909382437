import type { Precondition } from '@lethe/catalog';
import { DetailsCollector } from '@lethe/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/** Pattern of the headers that `readIfMatch` takes, for the reference. No tag of ours has a comma in it. */
export const IF_MATCH_PATTERN =
  '^\\s*(\\*|(W/)?"[!#-+\\--~\\x80-\\xff]*"(\\s*,\\s*(W/)?"[!#-+\\--~\\x80-\\xff]*")*)\\s*$';

/** What `readIfMatch` reads of the request. A request with a body has `ReplacementOf` instead. */
export const IfMatch = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  readIfMatch(context.switchToHttp().getRequest<FastifyRequest>()),
);

/**
 * Reads `If-Match` (RFC 9110 §13.1.1). A weak tag matches nothing.
 *
 * @returns `undefined` when the header is absent
 * @throws LetheError `invalid_request` when it holds no entity tags
 */
export function readIfMatch(request: FastifyRequest): Precondition | undefined {
  const header = request.headers['if-match'];
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  const tags = header.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => ENTITY_TAG.test(tag))) {
    const problems = new DetailsCollector();
    problems.add('If-Match', 'must hold entity tags as they came in ETag, or *');
    problems.throwIfAny();
  }
  return tags.flatMap((tag) => (tag.startsWith('W/') ? [] : (ENTITY_TAG.exec(tag)?.[1] ?? [])));
}
