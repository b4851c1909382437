import { TokenDto } from '@lethe/api-contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { TOKENS_TAG } from '../docs/openapi-document.js';

const EXAMPLE: TokenDto = {
  workspaceId: 'ws_demo',
  name: 'ci',
  email: 'ci@example.com',
  scopes: ['regulations:read', 'catalog:read'],
  createdAt: '2026-11-21T08:00:00.000Z',
  expiresAt: '2027-02-19T08:00:00.000Z',
};

export const DocumentsOwnToken = () =>
  applyDecorators(
    ApiTags(TOKENS_TAG),
    ApiBearerAuth(),
    ApiOperation({
      summary: 'Show the token of this request',
      description: 'Whose it is, what it opens and may do, and until when. Takes no scope.',
    }),
    ApiErrors('unauthorized', 'unavailable', 'not_found'),
    ApiAnswer(200, TokenDto, 'The token, without its secret.', EXAMPLE),
  );
