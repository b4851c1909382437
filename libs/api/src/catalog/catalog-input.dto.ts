import { ApiProperty, ApiPropertyOptional, OmitType, PartialType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { FIXED_LIMITS, ID_PATTERN, NAME_PATTERN } from '@lethe/contracts';
import {
  IsCatalogId,
  IsCode,
  IsFlag,
  IsGivenOrAbsent,
  IsLabel,
  IsMembers,
} from './catalog-rules.js';

const CONNECTION_MODES = ['cloud', 'device', 'hybrid'] as const;
const REFERENCE = { pattern: ID_PATTERN.source };
const ID = { ...REFERENCE, description: 'Made when it is absent.' };
const LABEL = { pattern: NAME_PATTERN.source, maxLength: FIXED_LIMITS.labelLength };

/** A third choice for null alone would end up in generated clients as a type that their language lacks. */
const TRANSFORMATION = {
  oneOf: [
    { type: ['string', 'null'], ...REFERENCE },
    {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string', ...REFERENCE }, version: { type: 'integer' } },
      additionalProperties: false,
    },
  ],
  example: 'tr_mask',
};

/** A text in answers; whatever it is in a body, it is ignored. */
const IGNORED = { anyOf: [{ type: 'string' }, {}], description: 'Of an answer; ignored.' };

const IGNORED_NUMBER = {
  anyOf: [{ type: 'integer' }, {}],
  description: 'Of an answer; ignored.',
};

/** Read-only members of answers, ignored in a body, so that an answer can be edited and sent back. */
export class EditedAnswerDto {
  @ApiPropertyOptional(IGNORED)
  workspaceId?: string;

  @ApiPropertyOptional(IGNORED)
  createdAt?: string;

  @ApiPropertyOptional(IGNORED)
  updatedAt?: string;
}

/** Body of `POST /v2/sources` and `PUT /v2/sources/{id}`. */
export class SourceInputDto extends EditedAnswerDto {
  @ApiPropertyOptional({ ...ID, example: 'src_web' })
  @IsGivenOrAbsent()
  @IsCatalogId()
  id?: string;

  @ApiProperty({ ...LABEL, example: 'Website' })
  @IsLabel()
  name!: string;

  @ApiProperty({ ...LABEL, example: 'Javascript' })
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
    ...LABEL,
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

  @ApiProperty({ ...LABEL, example: 'Ops webhook' })
  @IsLabel()
  name!: string;

  @ApiProperty({
    ...LABEL,
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
    ...TRANSFORMATION,
    description: 'Id of the transformation to connect; none when it is absent or null.',
  })
  transformation?: unknown;
}

/** Body of `PUT /v2/destinations/{id}/transformation`. */
export class TransformationLinkDto extends EditedAnswerDto {
  @ApiProperty({ ...REFERENCE, example: 'tr_mask' })
  @IsCatalogId()
  id!: string;

  @ApiPropertyOptional(IGNORED_NUMBER)
  version?: number;
}

/** Body of `POST /v2/connections` and `PUT /v2/connections/{id}`. */
export class ConnectionInputDto extends EditedAnswerDto {
  @ApiPropertyOptional({ ...ID, example: 'con_web_hook' })
  @IsGivenOrAbsent()
  @IsCatalogId()
  id?: string;

  @ApiProperty({ ...REFERENCE, example: 'src_web' })
  @IsCatalogId()
  sourceId!: string;

  @ApiProperty({ ...REFERENCE, example: 'dst_hook' })
  @IsCatalogId()
  destinationId!: string;

  @ApiPropertyOptional({ example: true, default: true })
  @IsGivenOrAbsent()
  @IsFlag()
  enabled?: boolean;
}

/** Body of `POST` and `PUT` on `/transformation-libraries`. */
export class ModuleInputDto extends EditedAnswerDto {
  @ApiPropertyOptional({ ...ID, example: 'tr_mask' })
  @IsGivenOrAbsent()
  @IsCatalogId()
  id?: string;

  @ApiProperty({ ...LABEL, example: 'Mask e-mail', description: 'A library is imported by it.' })
  @IsLabel()
  name!: string;

  @ApiProperty({
    example: 'export function transformEvent(event) { return event; }',
    description: `Source of an ES module, up to ${FIXED_LIMITS.codeBytes} bytes in UTF-8.`,
  })
  @IsCode()
  code!: string;
}

/** Body of `POST` and `PUT` on `/transformations`. */
export class TransformationInputDto extends ModuleInputDto {
  @ApiPropertyOptional(IGNORED_NUMBER)
  version?: number;
}

const ID_OF_PATH = { ...REFERENCE, description: 'That of the path, or absent.' };
const STAYS = 'Stays as it is when it is absent.';

/** Bodies of `PATCH`: what is absent stays as it is, so nothing has a default. */
export class SourcePatchDto extends PartialType(
  OmitType(SourceInputDto, ['id', 'enabled'] as const),
) {
  @ApiPropertyOptional(ID_OF_PATH)
  id?: string;

  @ApiPropertyOptional({ example: false, description: STAYS })
  enabled?: boolean;
}

export class DestinationPatchDto extends PartialType(
  OmitType(DestinationInputDto, ['id', 'enabled', 'connectionMode', 'transformation'] as const),
) {
  @ApiPropertyOptional(ID_OF_PATH)
  id?: string;

  @ApiPropertyOptional({ example: false, description: STAYS })
  enabled?: boolean;

  @ApiPropertyOptional({ enum: CONNECTION_MODES, example: 'cloud', description: STAYS })
  connectionMode?: (typeof CONNECTION_MODES)[number];

  @ApiPropertyOptional({
    ...TRANSFORMATION,
    description: 'Id of the transformation to connect; null disconnects.',
  })
  transformation?: unknown;
}

export class ConnectionPatchDto extends PartialType(
  OmitType(ConnectionInputDto, ['id', 'enabled'] as const),
) {
  @ApiPropertyOptional(ID_OF_PATH)
  id?: string;

  @ApiPropertyOptional({ example: false, description: STAYS })
  enabled?: boolean;
}

export class ModulePatchDto extends PartialType(OmitType(ModuleInputDto, ['id'] as const)) {
  @ApiPropertyOptional(ID_OF_PATH)
  id?: string;
}

export class TransformationPatchDto extends ModulePatchDto {
  @ApiPropertyOptional(IGNORED_NUMBER)
  version?: number;
}
