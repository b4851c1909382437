export type {
  ConfiguredConnectionDto,
  ConfiguredDestinationDto,
  ConfiguredSourceDto,
  WorkspaceConfigurationDto,
} from './configuration.dto.js';
export { configuration } from './configuration.operations.js';
export { DATA_PLANES } from './owner.js';
