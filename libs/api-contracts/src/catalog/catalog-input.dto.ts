import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { FIXED_LIMITS, ID_PATTERN } from '@lethe/contracts';
import {
  IsCatalogId,
  IsCode,
  IsFlag,
  IsGivenOrAbsent,
  IsLabel,
  IsMembers,
} from './catalog-rules.js';

const CONNECTION_MODES = ['cloud', 'device', 'hybrid'] as const;
const ID = { pattern: ID_PATTERN.source, description: 'Made when it is absent.' };

/** Read-only members of answers, ignored in a body, so that an answer can be edited and sent back. */
class EditedAnswerDto {
  @ApiPropertyOptional({ readOnly: true, description: 'Of an answer; ignored.' })
  workspaceId?: string;

  @ApiPropertyOptional({ readOnly: true, description: 'Of an answer; ignored.' })
  createdAt?: string;

  @ApiPropertyOptional({ readOnly: true, description: 'Of an answer; ignored.' })
  updatedAt?: string;
}

/** Body of `POST /v2/sources` and `PUT /v2/sources/{id}`. */
export class SourceInputDto extends EditedAnswerDto {
  @ApiPropertyOptional({ ...ID, example: 'src_web' })
  @IsGivenOrAbsent()
  @IsCatalogId()
  id?: string;

  @ApiProperty({ example: 'Website' })
  @IsLabel()
  name!: string;

  @ApiProperty({ example: 'Javascript' })
  @IsLabel()
  type!: string;

  @ApiPropertyOptional({ example: true, default: true })
  @IsGivenOrAbsent()
  @IsFlag()
  enabled?: boolean;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, example: {} })
  @IsGivenOrAbsent()
  @IsMembers()
  config?: Record<string, unknown>;

  @ApiPropertyOptional({
    example: 'wk_web',
    description: 'Made by Lethe with a new source. On PUT the one that the source has, or absent.',
  })
  @IsGivenOrAbsent()
  @IsLabel()
  writeKey?: string;
}

/** Body of `POST /v2/destinations` and `PUT /v2/destinations/{id}`. */
export class DestinationInputDto extends EditedAnswerDto {
  @ApiPropertyOptional({ ...ID, example: 'dst_hook' })
  @IsGivenOrAbsent()
  @IsCatalogId()
  id?: string;

  @ApiProperty({ example: 'Ops webhook' })
  @IsLabel()
  name!: string;

  @ApiProperty({
    example: 'WEBHOOK',
    description: 'Name of a destination definition. Cannot be changed later.',
  })
  @IsLabel()
  type!: string;

  @ApiPropertyOptional({ example: true, default: true })
  @IsGivenOrAbsent()
  @IsFlag()
  enabled?: boolean;

  @ApiPropertyOptional({
    enum: CONNECTION_MODES,
    example: 'cloud',
    description: '`cloud` for a new destination, otherwise kept, when it is absent.',
  })
  @IsGivenOrAbsent()
  @IsIn(CONNECTION_MODES, { message: `must be one of ${CONNECTION_MODES.join(', ')}` })
  connectionMode?: (typeof CONNECTION_MODES)[number];

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { webhookUrl: 'https://example.com/hook', webhookMethod: 'POST', headers: [] },
    description: 'A secret that comes back as its mask keeps the stored value.',
  })
  @IsGivenOrAbsent()
  @IsMembers()
  config?: Record<string, unknown>;

  @ApiPropertyOptional({
    oneOf: [
      { type: 'string' },
      {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' } },
        additionalProperties: false,
      },
    ],
    example: 'tr_mask',
    description: 'Id of the transformation to connect; none when it is absent.',
  })
  transformation?: unknown;
}

/** Body of `PUT /v2/destinations/{id}/transformation`. */
export class TransformationLinkDto extends EditedAnswerDto {
  @ApiProperty({ example: 'tr_mask' })
  @IsCatalogId()
  id!: string;
}

/** Body of `POST /v2/connections` and `PUT /v2/connections/{id}`. */
export class ConnectionInputDto extends EditedAnswerDto {
  @ApiPropertyOptional({ ...ID, example: 'con_web_hook' })
  @IsGivenOrAbsent()
  @IsCatalogId()
  id?: string;

  @ApiProperty({ example: 'src_web' })
  @IsCatalogId()
  sourceId!: string;

  @ApiProperty({ example: 'dst_hook' })
  @IsCatalogId()
  destinationId!: string;

  @ApiPropertyOptional({ example: true, default: true })
  @IsGivenOrAbsent()
  @IsFlag()
  enabled?: boolean;
}

/** Body of `POST` and `PUT` on `/transformations` and `/transformation-libraries`. */
export class ModuleInputDto extends EditedAnswerDto {
  @ApiPropertyOptional({ ...ID, example: 'tr_mask' })
  @IsGivenOrAbsent()
  @IsCatalogId()
  id?: string;

  @ApiProperty({ example: 'Mask e-mail', description: 'A library is imported by it.' })
  @IsLabel()
  name!: string;

  @ApiProperty({
    example: 'export function transformEvent(event) { return event; }',
    description: `Source of an ES module, up to ${FIXED_LIMITS.codeBytes} bytes in UTF-8.`,
  })
  @IsCode()
  code!: string;
}
