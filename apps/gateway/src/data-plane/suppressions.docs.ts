import { FIXED_LIMITS, SuppressionPageDto } from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiQuery, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { DATA_PLANE_SECURITY, DATA_PLANES_TAG } from '../docs/openapi-document.js';

const PAGE: SuppressionPageDto = {
  items: [
    {
      workspaceId: 'ws_demo',
      userId: 'user-4711',
      canceled: false,
      createdAt: '2026-11-21T08:00:00.000Z',
      sourceIds: [],
    },
    {
      workspaceId: 'ws_demo',
      userId: 'user-4712',
      canceled: true,
      createdAt: '2026-11-21T08:00:01.000Z',
      sourceIds: ['src_web'],
    },
  ],
  token: 'AQGS8MF8PgAAYlDvQxwAAAAAAAAC',
};

/** @param owner of the credentials and the path */
export const DocumentsSuppressions = (owner: 'workspace' | 'namespace') =>
  applyDecorators(
    ApiTags(DATA_PLANES_TAG),
    ApiSecurity(DATA_PLANE_SECURITY),
    ApiOperation({
      summary: `Changes of who is suppressed in a ${owner}`,
      description:
        'An item is the present state of one (workspace, user, source): the last one counts. A page has fewer items than asked for only at the end.',
    }),
    ApiParam({ name: 'id', description: `The ${owner} of the credentials.` }),
    ApiQuery({
      name: 'pageSize',
      required: false,
      schema: {
        type: 'integer',
        minimum: 1,
        maximum: FIXED_LIMITS.feedPageSize,
        default: FIXED_LIMITS.defaultFeedPageSize,
      },
    }),
    ApiQuery({
      name: 'pageToken',
      required: false,
      schema: { type: 'string' },
      description:
        'Of an earlier page, any of them, at any time; from the beginning without it, or when it means nothing. Or base64 of `{"SyncStartTime":"<RFC 3339>","SyncSeqId":-1}`: changes since that time.',
    }),
    ApiAnswer(200, SuppressionPageDto, 'A page of changes, in their order.', PAGE),
    ApiErrors('invalid_request', 'unauthorized', 'not_found', 'unavailable'),
  );
