import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { DATA_PLANE_SECURITY, DATA_PLANES_TAG } from '../docs/openapi-document.js';
import { DataPlaneSettingsDto } from './settings.dto.js';

const EXAMPLE: DataPlaneSettingsDto = { components: [{ name: 'router', features: ['gzip-req'] }] };

/** @param owner of the credentials and the path */
export const DocumentsSettings = (owner: 'workspace' | 'namespace') =>
  applyDecorators(
    ApiTags(DATA_PLANES_TAG),
    ApiSecurity(DATA_PLANE_SECURITY),
    ApiOperation({
      summary: `Tell the components of a data plane of a ${owner}`,
      description: 'Checked and forgotten: nothing depends on it.',
    }),
    ApiParam({ name: 'id', description: `The ${owner} of the credentials.` }),
    ApiExtraModels(DataPlaneSettingsDto),
    ApiBody({
      required: true,
      schema: { $ref: getSchemaPath(DataPlaneSettingsDto) },
      examples: { whole: { value: EXAMPLE } },
    }),
    ApiResponse({ status: 204, description: 'Taken.' }),
    ApiErrors(
      'invalid_request',
      'invalid_json',
      'unauthorized',
      'not_found',
      'request_timeout',
      'payload_too_large',
      'unavailable',
    ),
  );
