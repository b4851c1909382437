import { SuppressionPageDto } from '@lethe/api';
import { FIXED_LIMITS } from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { ApiDataPlaneOperation, ApiOptionalQuery } from '../docs/api-operation.decorator.js';

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
    ApiDataPlaneOperation(
      `Changes of who is suppressed in a ${owner}`,
      'An item is the present state of one (workspace, user, source): the last one counts. A page has fewer items than asked for only at the end.',
      'invalid_request',
    ),
    ApiParam({ name: 'id', description: `The ${owner} of the credentials.` }),
    ApiOptionalQuery('pageSize', {
      type: 'integer',
      minimum: 1,
      maximum: FIXED_LIMITS.feedPageSize,
      default: FIXED_LIMITS.defaultFeedPageSize,
    }),
    ApiOptionalQuery(
      'pageToken',
      { type: 'string' },
      'Of an earlier page, any of them, at any time; from the beginning without it, or when it means nothing. Or base64 of `{"SyncStartTime":"<RFC 3339>","SyncSeqId":-1}`: changes since that time.',
    ),
    ApiAnswer(200, SuppressionPageDto, 'A page of changes, in their order.', PAGE),
  );
