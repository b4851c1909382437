import { MeDto } from '@lethe/api';
import { SECRET_STATES } from '@lethe/contracts';
import { applyDecorators, HttpCode } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { ApiErrors, BODY_ERRORS } from '../docs/api-errors.decorator.js';
import { ApiOptionalQuery, ApiTokenOperation } from '../docs/api-operation.decorator.js';
import { ACCESS_TAG } from '../docs/openapi-document.js';
import { ReadsQuery } from '../http/request/without-effect.js';
import type { SecretResource } from './secret.resources.js';

const ME: MeDto = {
  workspace: { id: 'ws_demo', name: 'Demo' },
  token: {
    id: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11',
    name: 'ci',
    email: 'ci@example.com',
    createdAt: '2026-11-21T08:00:00.000Z',
    expiresAt: '2027-02-19T08:00:00.000Z',
  },
  scopes: ['regulations:read', 'catalog:read'],
};

export const DocumentsMe = () =>
  applyDecorators(
    ApiTags(ACCESS_TAG),
    ApiBearerAuth(),
    ApiOperation({
      summary: 'Show who asks',
      description:
        'The token of the request, what it opens and may do, and until when. Takes no scope.',
    }),
    ApiErrors('unauthorized', 'unavailable'),
    ApiAnswer(200, MeDto, 'The token, without its secret.', ME),
  );

export const ListSecrets = ({ noun, reading, page }: SecretResource) =>
  applyDecorators(
    ReadsQuery(),
    RequireScopes(reading),
    ApiTokenOperation({
      tag: ACCESS_TAG,
      summary: `List: ${noun}`,
      description: `Takes \`${reading}\`. The newest first, without their secrets.`,
      errors: ['invalid_request'],
    }),
    ApiOptionalQuery(
      'page',
      { type: 'integer', minimum: 1, maximum: 999_999, default: 1 },
      '100 items a page.',
    ),
    ApiOptionalQuery('state', { type: 'string', enum: [...SECRET_STATES] }, 'Those of one state.'),
    ApiAnswer(200, page.type, 'A page.', page.example),
  );

export const CreateSecret = ({ noun, writing, making, input, made }: SecretResource) =>
  applyDecorators(
    RequireScopes(writing),
    ApiTokenOperation({
      tag: ACCESS_TAG,
      summary: `Create a ${noun}`,
      description: `Takes \`${writing}\`. ${making}`,
      errors: [...BODY_ERRORS, 'conflict', 'outcome_unknown'],
    }),
    ApiExtraModels(input.type),
    ApiBody({
      required: true,
      schema: { $ref: getSchemaPath(input.type) },
      examples: { whole: { value: input.example } },
    }),
    ApiAnswer(201, made.type, 'Created. Its secret is shown only now.', made.example),
  );

export const RevokeSecret = ({ noun, writing, revoking }: SecretResource) =>
  applyDecorators(
    HttpCode(204),
    RequireScopes(writing),
    ApiTokenOperation({
      tag: ACCESS_TAG,
      summary: `Revoke a ${noun}`,
      description: `Takes \`${writing}\`. For good; again it changes nothing. It stops working within 5 seconds everywhere. ${revoking}`,
      errors: ['not_found'],
    }),
    ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } }),
    ApiResponse({ status: 204, description: 'Revoked.' }),
  );
