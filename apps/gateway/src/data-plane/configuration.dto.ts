import { ApiProperty } from '@nestjs/swagger';

const ANY_MEMBERS = { type: 'object', additionalProperties: true } as const;

/** What a source is; data planes read the names. */
export class SourceDefinitionDto {
  @ApiProperty({ example: 'Javascript' })
  id!: string;

  @ApiProperty({ example: 'Javascript' })
  name!: string;

  @ApiProperty({ type: 'null' })
  category!: null;

  @ApiProperty({ type: 'null' })
  type!: null;
}

export class TransformationReferenceDto {
  @ApiProperty({ example: 'tr_mask' })
  id!: string;

  @ApiProperty({ example: 'ws_demo.tr_mask.n4bQgYhMfWWaL-qgxVrQFa' })
  versionId!: string;
}

export class LibraryReferenceDto {
  @ApiProperty({ example: 'ws_demo.lib_pii.n4bQgYhMfWWaL-qgxVrQFa' })
  versionId!: string;
}

/** What a destination is. */
export class ConfiguredDefinitionDto {
  @ApiProperty({ example: 'def_webhook' })
  id!: string;

  @ApiProperty({ example: 'WEBHOOK' })
  name!: string;

  @ApiProperty({ example: 'Webhook' })
  displayName!: string;

  @ApiProperty({ ...ANY_MEMBERS, description: 'Empty: see GET /destination-definitions.' })
  config!: Readonly<Record<string, unknown>>;
}

/** A destination of a source. */
export class ConfiguredDestinationDto {
  @ApiProperty({ example: 'dst_hook' })
  id!: string;

  @ApiProperty({ example: 'Ops webhook' })
  name!: string;

  @ApiProperty()
  enabled!: boolean;

  @ApiProperty({ example: 'ws_demo' })
  workspaceId!: string;

  @ApiProperty({ description: 'False for a destination in device mode.' })
  isProcessorEnabled!: boolean;

  @ApiProperty({ ...ANY_MEMBERS, description: 'With its secrets in plain.' })
  config!: Readonly<Record<string, unknown>>;

  @ApiProperty({ type: ConfiguredDefinitionDto })
  destinationDefinition!: ConfiguredDefinitionDto;

  @ApiProperty({ example: 'n4bQgYhMfWWaL-qgxVrQFa', description: 'Another one after a change.' })
  revisionId!: string;

  @ApiProperty({ type: [TransformationReferenceDto], description: 'One, or none.' })
  transformations!: TransformationReferenceDto[];
}

/** A source with its destinations. */
export class ConfiguredSourceDto {
  @ApiProperty({ example: 'src_web' })
  id!: string;

  @ApiProperty({ example: 'Website' })
  name!: string;

  @ApiProperty({ example: 'wk_web' })
  writeKey!: string;

  @ApiProperty()
  enabled!: boolean;

  @ApiProperty({ example: 'ws_demo' })
  workspaceId!: string;

  @ApiProperty(ANY_MEMBERS)
  config!: Readonly<Record<string, unknown>>;

  @ApiProperty({ type: SourceDefinitionDto })
  sourceDefinition!: SourceDefinitionDto;

  @ApiProperty({
    type: [ConfiguredDestinationDto],
    description: 'Those to which an enabled connection leads.',
  })
  destinations!: ConfiguredDestinationDto[];
}

export class ConfiguredConnectionDto {
  @ApiProperty({ example: 'src_web' })
  sourceId!: string;

  @ApiProperty({ example: 'dst_hook' })
  destinationId!: string;

  @ApiProperty()
  enabled!: boolean;
}

export class ConfigurationSettingsDto {
  @ApiProperty({ ...ANY_MEMBERS, description: 'Empty: the data plane has its own defaults.' })
  dataRetention!: Record<string, unknown>;
}

/** Everything that a data plane runs a workspace with. */
export class WorkspaceConfigurationDto {
  @ApiProperty({ example: 'ws_demo' })
  workspaceId!: string;

  @ApiProperty({
    format: 'date-time',
    example: '2026-11-21T08:00:00.000Z',
    description: 'Grows with every change, no two changes have the same.',
  })
  updatedAt!: string;

  @ApiProperty({ type: [LibraryReferenceDto] })
  libraries!: LibraryReferenceDto[];

  @ApiProperty({ type: ConfigurationSettingsDto })
  settings!: ConfigurationSettingsDto;

  @ApiProperty({ ...ANY_MEMBERS, description: 'Empty.' })
  accounts!: Record<string, unknown>;

  @ApiProperty({ type: [ConfiguredSourceDto] })
  sources!: ConfiguredSourceDto[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/ConfiguredConnectionDto' },
    description: 'By id, also those that are not enabled.',
  })
  connections!: Record<string, ConfiguredConnectionDto>;
}
