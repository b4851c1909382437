import {
  LibrariesController,
  TransformationsController,
  VersionsController,
} from './code.controllers.js';
import { ConnectionsController } from './connections.controller.js';
import { DefinitionsController } from './definitions.controller.js';
import {
  DestinationTransformationController,
  DestinationsController,
} from './destinations/destinations.controllers.js';
import { SourcesController } from './sources.controller.js';
import {
  DestinationTestCases,
  TransformationTestCases,
} from './test-cases/test-cases.controller.js';

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
