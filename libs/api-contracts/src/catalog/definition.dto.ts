import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const ANY = { type: 'object', additionalProperties: true } as const;

class DestConfigDto {
  @ApiProperty({ type: [String], example: ['webhookUrl', 'webhookMethod', 'headers'] })
  defaultConfig!: readonly string[];
}

class DefinitionConfigDto {
  @ApiProperty({ type: DestConfigDto })
  destConfig!: DestConfigDto;

  @ApiProperty({ ...ANY, description: 'What each variable holds.' })
  fields!: Readonly<Record<string, unknown>>;

  @ApiProperty({ type: [String], example: ['headers.to'] })
  secretKeys!: readonly string[];

  @ApiProperty({ type: [String], example: ['identify', 'track'] })
  supportedMessageTypes!: readonly string[];

  @ApiProperty({ type: [String], example: ['cloud'] })
  supportedConnectionModes!: readonly string[];
}

class CapabilitiesDto {
  @ApiProperty({ ...ANY, example: { supported: true } })
  test!: object;

  @ApiProperty({ ...ANY, example: { supported: true, identifiers: ['userId'], batchSize: 100 } })
  deletion!: object;
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
