import {
  CreateRegulationsDto,
  FIXED_LIMITS,
  REGULATION_TYPES,
  RegulationDetailDto,
  RegulationDto,
  RegulationPageDto,
  type ErrorCode,
} from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiNoContentResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import {
  EXAMPLE_DETAIL,
  EXAMPLE_PAGE,
  EXAMPLE_REGULATION,
  EXAMPLE_REQUESTS,
} from './regulations.examples.js';

const NEEDS_TOKEN = ['unauthorized', 'insufficient_scope', 'unavailable'] as const;

function ApiRegulations(summary: string, description: string, ...errors: readonly ErrorCode[]) {
  return applyDecorators(
    ApiTags('Regulations'),
    ApiBearerAuth(),
    ApiOperation({ summary, description }),
    ApiErrors(...NEEDS_TOKEN, ...errors),
  );
}

export const DocumentsCreate = () =>
  applyDecorators(
    ApiRegulations(
      'Create regulations',
      'One regulation for each user, all or none. Exact repeats of a user in one request make one. Takes `regulations:suppress` or `regulations:delete`, by type.',
      'invalid_request',
      'invalid_json',
      'request_timeout',
      'payload_too_large',
      'unsupported_media_type',
      'idempotency_in_progress',
      'idempotency_key_reused',
      'outcome_unknown',
    ),
    ApiExtraModels(RegulationDto),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: `Up to ${FIXED_LIMITS.idempotencyKeyLength} printable ASCII characters, remembered for 24 hours: repeating the request with it creates nothing new.`,
      schema: { type: 'string', minLength: 1, maxLength: FIXED_LIMITS.idempotencyKeyLength },
    }),
    ApiBody({
      type: CreateRegulationsDto,
      examples: EXAMPLE_REQUESTS,
    }),
    ApiResponse({
      status: 201,
      description:
        'Created, and durable. The records in the order of the request, where `Accept` names `application/json` and does not prefer `text/plain`; else a word.',
      content: {
        'application/json': {
          schema: { type: 'array', items: { $ref: getSchemaPath(RegulationDto) } },
          example: [EXAMPLE_REGULATION],
        },
        'text/plain': { schema: { type: 'string' }, example: 'Created' },
      },
    }),
  );

export const DocumentsList = () =>
  applyDecorators(
    ApiRegulations(
      'List regulations',
      'Newest first. A walk through all pages sees every regulation that existed at its start exactly once.',
      'invalid_request',
      'invalid_cursor',
    ),
    ApiQuery({
      name: 'after_cursor',
      required: false,
      schema: { type: 'string' },
      description: 'Taken unchanged from `paging.next`, which is a whole path.',
    }),
    ApiQuery({
      name: 'limit',
      required: false,
      schema: {
        type: 'integer',
        minimum: 1,
        maximum: FIXED_LIMITS.pageSize,
        default: FIXED_LIMITS.defaultPageSize,
      },
    }),
    ApiQuery({
      name: 'user_id',
      required: false,
      schema: { type: 'string' },
      description: 'Normalised as on creation.',
    }),
    ApiQuery({
      name: 'regulation_type',
      required: false,
      schema: { type: 'string', enum: [...REGULATION_TYPES] },
    }),
    ApiQuery({ name: 'canceled', required: false, schema: { type: 'boolean' } }),
    ApiAnswer(200, RegulationPageDto, 'A page of regulations.', EXAMPLE_PAGE),
  );

export const DocumentsGet = () =>
  applyDecorators(
    ApiRegulations('Show a regulation', 'With the state of its deletions.', 'not_found'),
    ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } }),
    ApiAnswer(200, RegulationDetailDto, 'The regulation.', EXAMPLE_DETAIL),
  );

export const DocumentsCancel = () =>
  applyDecorators(
    ApiRegulations(
      'Cancel a regulation',
      'There is no way back. Repeating it changes nothing. What has been deleted stays deleted. Takes `regulations:suppress` or `regulations:delete`, by type.',
      'not_found',
      'outcome_unknown',
    ),
    ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } }),
    ApiQuery({
      name: 'reason',
      required: false,
      schema: { type: 'string', maxLength: FIXED_LIMITS.reasonLength },
      description: 'Why, in your words. Stored and shown with the regulation as `cancelReason`.',
    }),
    ApiNoContentResponse({ description: 'Cancelled, now or before.' }),
  );
