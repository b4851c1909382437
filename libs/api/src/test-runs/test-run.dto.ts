import { FIXED_LIMITS, LABEL_PATTERN, TEST_MESSAGE_TYPES } from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsObject, ValidateIf } from 'class-validator';
import { IsGivenOrAbsent, IsLabel, IsMembers } from '../catalog/catalog-rules.js';

const NOT_BOOLEAN = { message: 'must be true or false' };

/** Which stages run. An absent member is false; without the object both transforms run. */
export class TestStageDto {
  @ApiPropertyOptional({ example: true })
  @ValidateIf((dto: TestStageDto) => dto.user_transform !== undefined)
  @IsBoolean(NOT_BOOLEAN)
  user_transform?: boolean;

  @ApiPropertyOptional({ example: true })
  @ValidateIf((dto: TestStageDto) => dto.dest_transform !== undefined)
  @IsBoolean(NOT_BOOLEAN)
  dest_transform?: boolean;

  @ApiPropertyOptional({ example: false, description: 'Takes the scope `tests:send`.' })
  @ValidateIf((dto: TestStageDto) => dto.send_to_destination !== undefined)
  @IsBoolean(NOT_BOOLEAN)
  send_to_destination?: boolean;
}

/** Body of `POST /v0/testSource/{id}`. */
export class TestSourceRequestDto {
  @ApiProperty({
    type: 'object',
    properties: { type: { type: 'string', enum: [...TEST_MESSAGE_TYPES] } },
    required: ['type'],
    selfRequired: true,
    additionalProperties: true,
    description: 'An event. At most 256 KiB and 64 levels deep.',
    example: { type: 'track', event: 'Signed up', userId: 'user-1', properties: { plan: 'pro' } },
  })
  @IsObject({ message: 'must be an object: the event to test with' })
  message!: Record<string, unknown>;

  @ApiPropertyOptional({ type: TestStageDto })
  @ValidateIf((dto: TestSourceRequestDto) => dto.stage !== undefined)
  @IsObject({
    message: 'must be an object with user_transform, dest_transform, send_to_destination',
  })
  stage?: TestStageDto;
}

/** Body of `POST /v0/testDestination/{id}`. */
export class TestDestinationRequestDto extends TestSourceRequestDto {
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description:
      "Replaces members of the stored configuration for this call. Names are those of the type's `defaultConfig`.",
    example: { webhookUrl: 'https://example.com/other' },
  })
  @ValidateIf((dto: TestDestinationRequestDto) => dto.destinationConfig !== undefined)
  @IsObject({ message: 'must be an object of configuration variables' })
  destinationConfig?: Record<string, unknown>;
}

/** Body of `POST /v0/testDestination`. */
export class TestUnsavedDestinationRequestDto extends TestSourceRequestDto {
  @ApiProperty({
    pattern: LABEL_PATTERN.source,
    maxLength: FIXED_LIMITS.labelLength,
    example: 'WEBHOOK',
    description: 'Name of a destination definition.',
  })
  @IsLabel()
  type!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { webhookUrl: 'https://example.com/hook', webhookMethod: 'POST', headers: [] },
    description:
      'As `POST /v2/destinations` takes it, secrets in plain. It is stored nowhere, and its secrets are masked in the answer.',
  })
  @IsGivenOrAbsent()
  @IsMembers()
  config?: Record<string, unknown>;
}
