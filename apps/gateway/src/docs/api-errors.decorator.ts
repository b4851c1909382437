import { ERROR_TABLE, type ErrorCode } from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';

const REQUEST_ID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';

const MESSAGE = 'users[3].userId: is required';
const DETAILS = { 'users[3].userId': 'is required' };
const CODES = Object.keys(ERROR_TABLE) as ErrorCode[];

/** Body of every error. */
class ErrorAnswerDto {
  @ApiProperty({ example: MESSAGE, description: 'Text for people.' })
  message!: string;

  @ApiProperty({ enum: CODES, enumName: 'ErrorCode', description: 'Code for programs.' })
  code!: ErrorCode;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: DETAILS,
    description: 'Path of each invalid value, and what is wrong with it; at most 50.',
  })
  details?: Record<string, string>;

  @ApiProperty({
    example: REQUEST_ID,
    description: 'The id in the X-Request-Id header. Name it when you ask for help.',
  })
  requestId!: string;
}

/** Additional header of an error answer, by status. */
const HEADERS: Readonly<Record<number, string>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

/** Errors that every request can get. */
const ALWAYS = [
  'invalid_request',
  'too_many_requests',
  'headers_too_large',
  'uri_too_long',
  'internal',
] as const;

/** Errors of an operation that streams its body. */
export const STREAM_ERRORS = [
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[];

/** Errors of an operation with a JSON body. */
export const BODY_ERRORS = [
  'invalid_request',
  'invalid_json',
  ...STREAM_ERRORS,
] as const satisfies readonly ErrorCode[];

/**
 * Documents the errors of an operation from the error table, each with an example.
 *
 * @param codes codes in addition to those in `ALWAYS`
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
  return { message: MESSAGE, code, details: DETAILS, requestId: REQUEST_ID };
}
