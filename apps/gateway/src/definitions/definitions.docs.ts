import { DestinationDefinitionDto } from '@lethe/contracts';
import { findBuiltInDefinition } from '@lethe/destination-definitions';
import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { ApiEntityTag } from '../docs/entity-tag.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';

const EXAMPLE = findBuiltInDefinition('WEBHOOK');

function ApiDefinitions(summary: string) {
  return applyDecorators(
    ApiTags('Lookups'),
    ApiOperation({ summary, description: 'Needs no credentials.' }),
    ApiExtraModels(DestinationDefinitionDto),
    ApiEntityTag(),
  );
}

export const DocumentsDefinitions = () =>
  applyDecorators(
    ApiDefinitions('List destination definitions'),
    ApiErrors('invalid_request'),
    ApiQuery({
      name: 'name',
      required: false,
      description: 'Only the definition of this name.',
      schema: { type: 'string' },
      example: 'WEBHOOK',
    }),
    ApiResponse({
      status: 200,
      description: 'All of them, ordered by name.',
      content: {
        'application/json': {
          schema: { type: 'array', items: { $ref: getSchemaPath(DestinationDefinitionDto) } },
          example: [EXAMPLE],
        },
      },
    }),
  );

export const DocumentsDefinition = () =>
  applyDecorators(
    ApiDefinitions('Show a destination definition'),
    ApiErrors('not_found'),
    ApiParam({ name: 'name', schema: { type: 'string', example: 'WEBHOOK' } }),
    ApiResponse({
      status: 200,
      description: 'The definition.',
      content: {
        'application/json': {
          schema: { $ref: getSchemaPath(DestinationDefinitionDto) },
          example: EXAMPLE,
        },
      },
    }),
  );
