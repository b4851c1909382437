import { DefinitionNamesDto } from '../catalog/definitions.operations.js';
import {
  flag,
  Member,
  members,
  object,
  objects,
  refTo,
  text,
  TIME,
  type Kind,
} from '../definition/index.js';

const nothing: Kind = { schema: { type: 'null' } };

/** Type of a source. Data planes read its names. */
export class SourceDefinitionDto {
  @Member({ is: text, example: 'Javascript' })
  id!: string;

  @Member({ is: text, example: 'Javascript' })
  name!: string;

  @Member({ is: nothing })
  category!: null;

  @Member({ is: nothing })
  type!: null;
}

export class TransformationReferenceDto {
  @Member({ is: text, example: 'tr_mask' })
  id!: string;

  @Member({ is: text, example: 'ws_demo.tr_mask.n4bQgYhMfWWaL-qgxVrQFa' })
  versionId!: string;
}

export class LibraryReferenceDto {
  @Member({ is: text, example: 'ws_demo.lib_pii.n4bQgYhMfWWaL-qgxVrQFa' })
  versionId!: string;
}

export class ConfiguredDefinitionDto extends DefinitionNamesDto {
  @Member({ is: members, description: 'Always empty. See GET /destination-definitions.' })
  config!: Readonly<Record<string, unknown>>;
}

/** A destination of a source. */
export class ConfiguredDestinationDto {
  @Member({ is: text, example: 'dst_hook' })
  id!: string;

  @Member({ is: text, example: 'Ops webhook' })
  name!: string;

  @Member({ is: flag })
  enabled!: boolean;

  @Member({ is: text, example: 'ws_demo' })
  workspaceId!: string;

  @Member({ is: flag, description: 'False for a destination in device mode.' })
  isProcessorEnabled!: boolean;

  @Member({ is: members, description: 'Configuration, with secrets in plain text.' })
  config!: Readonly<Record<string, unknown>>;

  @Member({ is: object(() => ConfiguredDefinitionDto) })
  destinationDefinition!: ConfiguredDefinitionDto;

  @Member({
    is: text,
    example: 'n4bQgYhMfWWaL-qgxVrQFa',
    description: 'Changes with each change of the destination.',
  })
  revisionId!: string;

  @Member({
    is: objects(() => TransformationReferenceDto),
    description: 'At most one transformation.',
  })
  transformations!: TransformationReferenceDto[];
}

export class ConfiguredSourceDto {
  @Member({ is: text, example: 'src_web' })
  id!: string;

  @Member({ is: text, example: 'Website' })
  name!: string;

  @Member({ is: text, example: 'wk_web' })
  writeKey!: string;

  @Member({ is: flag })
  enabled!: boolean;

  @Member({ is: text, example: 'ws_demo' })
  workspaceId!: string;

  @Member({ is: members })
  config!: Readonly<Record<string, unknown>>;

  @Member({ is: object(() => SourceDefinitionDto) })
  sourceDefinition!: SourceDefinitionDto;

  @Member({
    is: objects(() => ConfiguredDestinationDto),
    description: 'Destinations with an enabled connection from this source.',
  })
  destinations!: ConfiguredDestinationDto[];
}

export class ConfiguredConnectionDto {
  @Member({ is: text, example: 'src_web' })
  sourceId!: string;

  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({ is: flag })
  enabled!: boolean;
}

export class ConfigurationSettingsDto {
  @Member({ is: members, description: 'Always empty. The data plane uses its own defaults.' })
  dataRetention!: Record<string, unknown>;
}

/** Complete configuration of a workspace, for a data plane. */
export class WorkspaceConfigurationDto {
  @Member({ is: text, example: 'ws_demo' })
  workspaceId!: string;

  @Member({
    ...TIME,
    description: 'Time of the last change. Each change has a later time than the one before.',
  })
  updatedAt!: string;

  @Member({ is: objects(() => LibraryReferenceDto) })
  libraries!: LibraryReferenceDto[];

  @Member({ is: object(() => ConfigurationSettingsDto) })
  settings!: ConfigurationSettingsDto;

  @Member({ is: members, description: 'Always empty.' })
  accounts!: Record<string, unknown>;

  @Member({ is: objects(() => ConfiguredSourceDto) })
  sources!: ConfiguredSourceDto[];

  @Member({
    is: {
      schema: { type: 'object', additionalProperties: refTo(ConfiguredConnectionDto) },
      refersTo: [ConfiguredConnectionDto],
    },
    description: 'Connections by id, including disabled ones.',
  })
  connections!: Record<string, ConfiguredConnectionDto>;
}
