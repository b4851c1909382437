import { HttpException } from '@nestjs/common';
import { LetheError, type ErrorCode } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
};

/**
 * Turns every thrown value into a `LetheError`. Messages of the framework are not passed on,
 * because they quote URLs.
 *
 * @param request request with the body limit of its route, for the message of a 413
 */
export function toLetheError(thrown: unknown, request: FastifyRequest): LetheError {
  if (thrown instanceof LetheError) return thrown;
  const status = statusOf(thrown);
  const code =
    BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'invalid_request' : 'internal');
  return new LetheError(code, { ...messageOf(code, thrown, request), cause: thrown });
}

function statusOf(thrown: unknown): number {
  if (thrown instanceof HttpException) return thrown.getStatus();
  const status = (thrown as { statusCode?: unknown } | null | undefined)?.statusCode;
  return typeof status === 'number' ? status : 500;
}

function messageOf(
  code: ErrorCode,
  thrown: unknown,
  request: FastifyRequest,
): { message?: string } {
  if (code === 'payload_too_large') {
    const { bodyLimit } = request.routeOptions;
    return { message: `The request body is larger than ${bodyLimit} bytes. Split the request.` };
  }
  if (code !== 'invalid_request') return {};
  const isBadUrl = (thrown as { code?: unknown }).code === 'FST_ERR_BAD_URL';
  return {
    message: isBadUrl ? 'The path is not percent-encoded UTF-8.' : 'The request is not valid HTTP.',
  };
}
