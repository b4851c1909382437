import {
  LibrariesController,
  TransformationsController,
  VersionsController,
} from './transformations.handlers.js';
import { ConnectionsController } from './connections.handlers.js';
import { DefinitionsController } from './definitions.handlers.js';
import {
  DestinationTransformationController,
  DestinationsController,
} from './destinations/destinations.handlers.js';
import { SourcesController } from './sources.handlers.js';
import { DestinationTestCases, TransformationTestCases } from './test-cases/test-cases.handlers.js';

export const CATALOG_CONTROLLERS = [
  SourcesController,
  DestinationsController,
  DestinationTransformationController,
  DestinationTestCases,
  ConnectionsController,
  TransformationsController,
  VersionsController,
  TransformationTestCases,
  LibrariesController,
  DefinitionsController,
];
