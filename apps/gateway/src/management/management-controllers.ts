import { ConnectionsController } from './connections.controller.js';
import { DestinationEditingController } from './destination-editing.controller.js';
import { DestinationTransformationController } from './destination-transformation.controller.js';
import { SourceEditingController } from './source-editing.controller.js';
import { TransformationLibrariesController } from './transformation-libraries.controller.js';
import { TransformationsController } from './transformations.controller.js';

/** Everything that changes the catalog over HTTP. */
export const MANAGEMENT_CONTROLLERS = [
  SourceEditingController,
  DestinationEditingController,
  DestinationTransformationController,
  ConnectionsController,
  TransformationsController,
  TransformationLibrariesController,
];
