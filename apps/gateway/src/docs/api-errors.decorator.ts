import { ERROR_TABLE, type ErrorCode } from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorAnswerDto } from './error-answer.dto.js';

const REQUEST_ID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';

/** Headers that come with an error's status. */
const HEADERS: Readonly<Record<number, string>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

/** What can happen to any request. */
const ALWAYS = [
  'invalid_request',
  'too_many_requests',
  'headers_too_large',
  'uri_too_long',
  'internal',
] as const;

/**
 * Documents the errors of an operation, each with an example, from the error table.
 *
 * @param codes in addition to those that any request may get
 */
export function ApiErrors(...codes: readonly ErrorCode[]) {
  const all = [...new Set([...codes, ...ALWAYS])];
  const statuses = new Set(all.map((code) => ERROR_TABLE[code].status));
  return applyDecorators(
    ApiExtraModels(ErrorAnswerDto),
    ...[...statuses].map((status) => {
      const ofStatus = all.filter((code) => ERROR_TABLE[code].status === status);
      return ApiResponse(responseOf(status, ofStatus));
    }),
  );
}

function responseOf(status: number, codes: readonly ErrorCode[]) {
  const header = HEADERS[status];
  return {
    status,
    description: codes.map((code) => `\`${code}\`: ${ERROR_TABLE[code].description}`).join('\n\n'),
    ...(header === undefined
      ? {}
      : { headers: { [header]: { $ref: `#/components/headers/${header}` } } }),
    content: {
      'application/json': {
        schema: { $ref: getSchemaPath(ErrorAnswerDto) },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

function exampleOf(code: ErrorCode): ErrorAnswerDto {
  const { message } = ERROR_TABLE[code];
  if (code !== 'invalid_request') return { message, code, requestId: REQUEST_ID };
  return {
    message: 'users[3].userId: is required',
    code,
    details: { 'users[3].userId': 'is required' },
    requestId: REQUEST_ID,
  };
}
