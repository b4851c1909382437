import {
  TransformationAnswerDto,
  CodeVersionAnswerDto,
  CodeVersionListDto,
  type CodeVersionDto,
} from '@lethe/api';
import type { ErrorCode, Scope } from '@lethe/contracts';
import { applyDecorators, HttpCode, UseInterceptors } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { RequireScopes } from '../../auth/require-scopes.decorator.js';
import { ApiAnswer } from '../../docs/api-answer.decorator.js';
import { ApiTokenOperation } from '../../docs/api-operation.decorator.js';
import { ApiIfMatch } from '../catalog-operation.decorator.js';
import { VersionInterceptor } from '../version.interceptor.js';
import { TRANSFORMATION } from './transformation.resource.js';

const VERSION = {
  number: 3,
  current: true,
  createdAt: '2026-11-21T08:00:00.000Z',
  createdBy: 'ci',
} satisfies CodeVersionDto;

function VersionOperation(
  scope: Scope,
  summary: string,
  description: string,
  ...errors: readonly ErrorCode[]
) {
  return applyDecorators(
    RequireScopes(scope),
    ApiTokenOperation({
      tag: 'Catalog',
      summary,
      description: `${description} Takes \`${scope}\`.`,
      errors: ['not_found', ...errors],
      takesBasic: true,
    }),
    ApiParam({ name: 'id', schema: { type: 'string', example: 'tr_mask' } }),
  );
}

const ApiNumber = () =>
  ApiParam({ name: 'number', schema: { type: 'integer', minimum: 1, example: 1 } });

export const ListVersions = () =>
  applyDecorators(
    VersionOperation(
      'catalog:read',
      'List versions of a transformation',
      'Every code that it had: the newest hundred, the newest first.',
    ),
    ApiAnswer(200, CodeVersionListDto, 'The versions, without code.', {
      versions: [VERSION],
    }),
  );

export const ShowVersion = () =>
  applyDecorators(
    VersionOperation('catalog:read', 'Show a version of a transformation', 'It never changes.'),
    ApiNumber(),
    ApiAnswer(200, CodeVersionAnswerDto, 'The version.', {
      version: { ...VERSION, code: TRANSFORMATION.input.example.code },
    }),
  );

export const RestoreVersion = () =>
  applyDecorators(
    HttpCode(200),
    UseInterceptors(VersionInterceptor),
    VersionOperation(
      'catalog:write',
      'Restore a version of a transformation',
      'Makes a new version with the code of that one, unless it is the present code. The name stays.',
      'invalid_request',
      'precondition_failed',
    ),
    ApiNumber(),
    ApiIfMatch(),
    ApiAnswer(
      200,
      TransformationAnswerDto,
      'As it is now; its version is in ETag.',
      TRANSFORMATION.answer.example,
    ),
  );
