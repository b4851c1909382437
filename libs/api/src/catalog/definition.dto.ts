import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';

const ANY = { type: 'object', additionalProperties: true } as const;

const FIELD_TYPES = ['string', 'number', 'boolean', 'object', 'array'] as const;
const FIELD = '#/components/schemas/ConfigFieldDto';

/** What one variable of a configuration holds. */
export class ConfigFieldDto {
  @ApiProperty({
    enum: FIELD_TYPES,
    example: 'string',
    description: 'A `number` may be written as a text.',
  })
  type!: (typeof FIELD_TYPES)[number];

  @ApiPropertyOptional({ allOf: [{ $ref: FIELD }], description: 'Elements of an array.' })
  items?: ConfigFieldDto;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { $ref: FIELD },
    description: 'Members of an object; any when absent.',
  })
  members?: Readonly<Record<string, ConfigFieldDto>>;

  @ApiPropertyOptional({ type: 'array', items: {}, description: 'One of these.' })
  choices?: readonly unknown[];

  @ApiPropertyOptional({
    anyOf: [{ type: 'string' }, {}],
    description: 'What is in effect without a value.',
  })
  default?: unknown;

  @ApiPropertyOptional({ description: 'The destination does not work without.' })
  required?: boolean;

  @ApiPropertyOptional({ description: 'Masked in answers.' })
  secret?: boolean;

  @ApiPropertyOptional({
    example: 'headers',
    description: 'The variable that took its place. It is read where that one is absent.',
  })
  replacedBy?: string;
}

class DestConfigDto {
  @ApiProperty({ type: [String], example: ['webhookUrl', 'webhookMethod', 'headers'] })
  defaultConfig!: readonly string[];
}

@ApiExtraModels(ConfigFieldDto)
class DefinitionConfigDto {
  @ApiProperty({ type: DestConfigDto })
  destConfig!: DestConfigDto;

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ConfigFieldDto) },
    description: 'What each variable holds.',
  })
  fields!: Readonly<Record<string, ConfigFieldDto>>;

  @ApiProperty({ type: [String], example: ['headers.to'] })
  secretKeys!: readonly string[];

  @ApiProperty({ type: [String], example: ['identify', 'track'] })
  supportedMessageTypes!: readonly string[];

  @ApiProperty({ type: [String], example: ['cloud'] })
  supportedConnectionModes!: readonly string[];
}

class CapabilityDto {
  @ApiProperty({ example: true })
  supported!: boolean;

  @ApiPropertyOptional({ description: 'Why not.' })
  reason?: string;
}

class DeletionCapabilityDto extends CapabilityDto {
  @ApiPropertyOptional({
    type: [String],
    example: ['userId'],
    description: 'By which of these it finds a user; any of them will do.',
  })
  identifiers?: readonly string[];

  @ApiPropertyOptional({ type: 'integer', example: 100, description: 'Most users of one call.' })
  batchSize?: number;

  @ApiPropertyOptional({ example: 10 })
  requestsPerSecond?: number;

  @ApiPropertyOptional({
    description: 'Days for which an order that was accepted may take.',
  })
  acceptedDays?: number;
}

class CapabilitiesDto {
  @ApiProperty({ type: CapabilityDto })
  test!: CapabilityDto;

  @ApiProperty({ type: DeletionCapabilityDto })
  deletion!: DeletionCapabilityDto;
}

/** What a destination type is called, needs, hides and supports. */
export class DestinationDefinitionDto {
  @ApiProperty({ example: 'def_webhook' })
  id!: string;

  @ApiProperty({ example: 'WEBHOOK' })
  name!: string;

  @ApiProperty({ example: 'Webhook' })
  displayName!: string;

  @ApiProperty({ example: 'webhook' })
  category!: string;

  @ApiPropertyOptional({ example: 'native', description: 'Who makes the requests.' })
  provider?: string;

  @ApiProperty({ type: DefinitionConfigDto })
  config!: DefinitionConfigDto;

  @ApiProperty({ type: CapabilitiesDto })
  capabilities!: CapabilitiesDto;

  @ApiPropertyOptional({
    type: 'array',
    items: ANY,
    description: 'What it does with an event that matches a trigger.',
  })
  presets?: readonly object[];
}
