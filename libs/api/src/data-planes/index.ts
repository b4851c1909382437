export type {
  ConfiguredConnectionDto,
  ConfiguredDestinationDto,
  ConfiguredSourceDto,
  WorkspaceConfigurationDto,
} from './configuration.dto.js';
export { dataPlanes } from './data-planes.operations.js';
export { DATA_PLANES } from './owner.js';
