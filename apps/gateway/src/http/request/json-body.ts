import { LetheError } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';
import { isSmall, parseJson, parseLargeJson } from './parse-json.js';

/**
 * Parses the body, and removes its bytes from the request, so that they do not stay in memory until
 * the answer. Call it after the credentials were checked, so that unauthenticated clients cannot
 * cause parsing.
 *
 * @returns the value; a promise of the value if the body is large, because it is parsed in steps
 * @throws LetheError `unsupported_media_type` unless the body is JSON in UTF-8 without content
 * coding; errors of `parseJson`
 */
export function readJsonBody(request: FastifyRequest, maxDepth?: number): unknown {
  const { 'content-type': type } = request.headers;
  refuseContentCoding(request.headers);
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  request.body = undefined;
  if (type === undefined && body.length === 0) return parseJson(body, maxDepth);
  if (type === undefined || !isJson(type, request.method))
    throw new LetheError('unsupported_media_type');
  return isSmall(body) ? parseJson(body, maxDepth) : parseLargeJson(body, maxDepth);
}

/** @throws LetheError `unsupported_media_type` */
export function refuseContentCoding({
  'content-encoding': coding,
}: FastifyRequest['headers']): void {
  if (coding === undefined || coding.trim().toLowerCase() === 'identity') return;
  throw new LetheError('unsupported_media_type', {
    message: 'The body has a content coding. Send it without Content-Encoding.',
  });
}

const JSON_IN_UTF8 =
  /^application\/(?:merge-patch\+)?json[ \t]*(?:;[ \t]*(?:charset=(?:utf-8|"utf-8")[ \t]*)?)*$/i;

function isJson(contentType: string, method: string): boolean {
  if (method !== 'PATCH' && /^application\/merge-patch/i.test(contentType)) return false;
  return contentType === 'application/json' || JSON_IN_UTF8.test(contentType);
}
