import { DestinationDefinitionDto } from '@lethe/api';
import { findBuiltInDefinition } from '@lethe/destination-definitions';
import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { ApiEntityTag, ApiJsonAnswer } from '../../docs/api-answer.decorator.js';
import { ApiErrors } from '../../docs/api-errors.decorator.js';

const EXAMPLE = findBuiltInDefinition('WEBHOOK');

const DEFINITION = { $ref: getSchemaPath(DestinationDefinitionDto) };
const LIST = { type: 'array', items: DEFINITION };

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
    ApiJsonAnswer(200, LIST, 'All of them, ordered by name.', [EXAMPLE]),
  );

export const DocumentsDefinition = () =>
  applyDecorators(
    ApiDefinitions('Show a destination definition'),
    ApiErrors('not_found'),
    ApiParam({ name: 'name', schema: { type: 'string', example: 'WEBHOOK' } }),
    ApiJsonAnswer(200, DEFINITION, 'The definition.', EXAMPLE),
  );
