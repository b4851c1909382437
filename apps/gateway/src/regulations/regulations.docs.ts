import { PAGES_END_EARLY } from '@lethe/api/definition';
import {
  CreateRegulationsDto,
  DeletionPlanDto,
  DestinationDeletionDto,
  RegulationDetailDto,
  RegulationDto,
  RegulationPageDto,
} from '@lethe/api';
import {
  FIXED_LIMITS,
  REGULATION_STATUSES,
  REGULATION_TYPES,
  USER_ID_PATTERN,
  type ErrorCode,
} from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiNoContentResponse,
  ApiParam,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { documentDto } from '../operations/document-dto.js';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { BODY_ERRORS } from '../docs/api-errors.decorator.js';
import { ApiOptionalQuery, ApiTokenOperation } from '../docs/api-operation.decorator.js';
import {
  EXAMPLE_DETAIL,
  EXAMPLE_PAGE,
  EXAMPLE_PLAN,
  EXAMPLE_REGULATION,
  EXAMPLE_REQUESTS,
} from './regulations.examples.js';

documentDto(DestinationDeletionDto);

const ApiRegulations = (summary: string, description: string, ...errors: readonly ErrorCode[]) =>
  ApiTokenOperation({ tag: 'Regulations', summary, description, errors });

const ApiRegulationId = () => ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } });

const ApiIdentifiersQuery = () =>
  ApiOptionalQuery(
    'identifiers',
    { type: 'string', enum: ['masked', 'full'], default: 'full' },
    '`masked` shows the first characters of each of `attributes` only. With `full` the log of the gateway notes who was shown how many users.',
  );

export const DocumentsCreate = () =>
  applyDecorators(
    ApiRegulations(
      'Create regulations',
      'One regulation for each user, all or none. Exact repeats of a user in one request make one. Takes `regulations:suppress` or `regulations:delete`, by type.',
      ...BODY_ERRORS,
      'idempotency_in_progress',
      'idempotency_key_reused',
      'outcome_unknown',
    ),
    ApiExtraModels(RegulationDto),
    ApiOptionalQuery(
      'dry_run',
      { type: 'boolean' },
      'True: the answer is the plan. Nothing is stored or sent, and an `Idempotency-Key` is refused.',
    ),
    ApiAnswer(
      200,
      DeletionPlanDto,
      'The plan, with `dry_run=true`. What the request itself would be refused for is refused here too; but users whom a destination cannot identify stand in the plan.',
      EXAMPLE_PLAN,
    ),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: `Up to ${FIXED_LIMITS.idempotencyKeyLength} printable ASCII characters, remembered for 24 hours: repeating the request with it creates nothing new.`,
      schema: {
        type: 'string',
        pattern: '^[!-~]([ -~]*[!-~])?$', // blanks round a header are not part of it
        maxLength: FIXED_LIMITS.idempotencyKeyLength,
      },
    }),
    ApiHeader({
      name: 'Prefer',
      required: false,
      description:
        '`return=representation` (RFC 7240): the answer is the records, whatever `Accept` says. For clients that send `*/*` and read JSON, as generated ones do.',
      schema: { type: 'string' },
    }),
    ApiBody({ type: CreateRegulationsDto, examples: EXAMPLE_REQUESTS }),
    ApiResponse({
      status: 201,
      description:
        'Created, and durable. The records in the order of the request, where `Accept` names `application/json` and does not prefer `text/plain`, or with `Prefer: return=representation`; else a word.',
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
      `Newest first. A walk through all pages sees every regulation that existed at its start exactly once. ${PAGES_END_EARLY}`,
      'invalid_request',
      'invalid_cursor',
    ),
    ApiOptionalQuery(
      'after_cursor',
      { type: 'string' },
      'Taken unchanged from `paging.next`, which is a whole path.',
    ),
    ApiOptionalQuery('limit', {
      type: 'integer',
      minimum: 1,
      maximum: FIXED_LIMITS.pageSize,
      default: FIXED_LIMITS.defaultPageSize,
    }),
    ApiOptionalQuery(
      'user_id',
      { type: 'string', pattern: USER_ID_PATTERN },
      'Of all users with the suppression key of this id.',
    ),
    ApiOptionalQuery('regulation_type', { type: 'string', enum: [...REGULATION_TYPES] }),
    ApiOptionalQuery('canceled', { type: 'boolean' }),
    ApiOptionalQuery(
      'status',
      { type: 'string', enum: [...REGULATION_STATUSES] },
      'As `status` of the records: that of `GET /v2/regulations/{id}`, about a second later.',
    ),
    ApiOptionalQuery('overdue', { type: 'boolean' }, 'As `overdue` of the records.'),
    ApiOptionalQuery(
      'created_after',
      { type: 'string', format: 'date-time' },
      'RFC 3339 with a zone, inclusive. A `+` is written `%2B`.',
    ),
    ApiOptionalQuery(
      'created_before',
      { type: 'string', format: 'date-time' },
      'The same, exclusive.',
    ),
    ApiIdentifiersQuery(),
    ApiAnswer(200, RegulationPageDto, 'A page of regulations.', EXAMPLE_PAGE),
  );

export const DocumentsGet = () =>
  applyDecorators(
    ApiRegulations(
      'Show a regulation',
      'With the state of its deletions.',
      'invalid_request',
      'not_found',
    ),
    ApiRegulationId(),
    ApiIdentifiersQuery(),
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
    ApiRegulationId(),
    ApiOptionalQuery(
      'reason',
      { type: 'string', pattern: '\\S', maxLength: FIXED_LIMITS.reasonLength },
      'Why, in your words. Stored and shown with the regulation as `cancelReason`.',
    ),
    ApiNoContentResponse({ description: 'Cancelled, now or before.' }),
  );
