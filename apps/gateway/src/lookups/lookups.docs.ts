import {
  DestinationAnswerDto,
  DestinationPageDto,
  SourceAnswerDto,
  SourcePageDto,
  type DestinationDto,
  type ErrorCode,
  type SourceDto,
} from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';

const TIMES = { createdAt: '2026-11-21T08:00:00.000Z', updatedAt: '2026-11-21T08:00:00.000Z' };

const SOURCE: SourceDto = {
  id: 'src_web',
  name: 'Website',
  type: 'Javascript',
  writeKey: 'wk_web',
  enabled: true,
  config: {},
  ...TIMES,
};

const DESTINATION: DestinationDto = {
  id: 'dst_hook',
  name: 'Ops webhook',
  type: 'WEBHOOK',
  enabled: true,
  config: { webhookUrl: 'https://example.com/hook', webhookMethod: 'POST', headers: [] },
  workspaceId: 'ws_demo',
  ...TIMES,
  transformation: { id: 'tr_mask' },
};

function ApiLookup(summary: string, ...errors: readonly ErrorCode[]) {
  return applyDecorators(
    ApiTags('Lookups'),
    ApiBearerAuth(),
    ApiOperation({ summary, description: 'Takes `catalog:read`.' }),
    ApiErrors('unauthorized', 'insufficient_scope', 'unavailable', ...errors),
  );
}

function ApiPage() {
  return ApiQuery({
    name: 'page',
    required: false,
    description: '100 items a page, in the order of their ids.',
    schema: { type: 'integer', minimum: 1, maximum: 999_999, default: 1 },
  });
}

export const DocumentsSources = () =>
  applyDecorators(
    ApiLookup('List sources', 'invalid_request'),
    ApiPage(),
    ApiAnswer(200, SourcePageDto, 'A page of sources.', {
      sources: [SOURCE],
      paging: { total: 101, next: '/v2/sources?page=2' },
    }),
  );

export const DocumentsSource = () =>
  applyDecorators(
    ApiLookup('Show a source', 'not_found'),
    ApiParam({ name: 'id', schema: { type: 'string', example: SOURCE.id } }),
    ApiAnswer(200, SourceAnswerDto, 'The source.', { source: SOURCE }),
  );

export const DocumentsDestinations = () =>
  applyDecorators(
    ApiLookup('List destinations', 'invalid_request'),
    ApiPage(),
    ApiAnswer(200, DestinationPageDto, 'A page of destinations, secrets masked.', {
      destinations: [DESTINATION],
      paging: { total: 1 },
    }),
  );

export const DocumentsDestination = () =>
  applyDecorators(
    ApiLookup('Show a destination', 'not_found'),
    ApiParam({ name: 'id', schema: { type: 'string', example: DESTINATION.id } }),
    ApiAnswer(200, DestinationAnswerDto, 'The destination, secrets masked.', {
      destination: DESTINATION,
    }),
  );
