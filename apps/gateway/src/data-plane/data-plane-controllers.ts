import { ConfigurationController } from './configuration.controller.js';
import { ModuleVersionsController } from './module-versions.controller.js';
import { SettingsController } from './settings.controller.js';
import { SuppressionsController } from './suppressions.controller.js';

/** Everything that data planes ask for, with credentials of their own. */
export const DATA_PLANE_CONTROLLERS = [
  SuppressionsController,
  ConfigurationController,
  SettingsController,
  ModuleVersionsController,
];
