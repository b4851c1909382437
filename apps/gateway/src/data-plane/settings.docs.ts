import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiParam, ApiProperty, ApiPropertyOptional, ApiResponse } from '@nestjs/swagger';
import { BODY_ERRORS } from '../docs/api-errors.decorator.js';
import { ApiDataPlaneOperation } from '../docs/api-operation.decorator.js';

class DataPlaneComponentDto {
  @ApiProperty({ example: 'router' })
  name!: string;

  @ApiPropertyOptional({ type: [String] })
  features?: string[];
}

/** Settings that a data plane reports. */
class DataPlaneSettingsDto {
  @ApiPropertyOptional({ type: [DataPlaneComponentDto] })
  components?: DataPlaneComponentDto[];
}

const EXAMPLE: DataPlaneSettingsDto = { components: [{ name: 'router', features: ['gzip-req'] }] };

/** @param owner of the credentials and the path */
export const DocumentsSettings = (owner: 'workspace' | 'namespace') =>
  applyDecorators(
    ApiDataPlaneOperation(
      `Tell the components of a data plane of a ${owner}`,
      'Checked and forgotten: nothing depends on it.',
      // Not `unsupported_media_type`: the body is read whatever its content type says.
      ...BODY_ERRORS.filter((code) => code !== 'unsupported_media_type'),
    ),
    ApiParam({ name: 'id', description: `The ${owner} of the credentials.` }),
    ApiBody({
      type: DataPlaneSettingsDto,
      required: true,
      examples: { whole: { value: EXAMPLE } },
    }),
    ApiResponse({ status: 204, description: 'Taken.' }),
  );
