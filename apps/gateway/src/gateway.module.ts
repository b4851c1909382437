import { Module, type DynamicModule } from '@nestjs/common';
import type { RegulationCommands, RequestLimits } from '@lethe/contracts';
import type { Health } from '@lethe/observability';
import type { DataPlaneReads } from './data-plane/data-plane-reads.js';
import { DATA_PLANE_CONTROLLERS } from './data-plane/data-plane-controllers.js';
import { DefinitionsController } from './definitions/definitions.controller.js';
import { DocsController } from './docs/docs.controller.js';
import { Draining } from './draining.js';
import { HealthController } from './health/health.controller.js';
import type { Catalog } from './lookups/catalog.js';
import { DestinationsController } from './lookups/destinations.controller.js';
import { SourcesController } from './lookups/sources.controller.js';
import { DestinationEditing } from './management/destination-editing.js';
import type { EditableCatalog } from './management/editable-catalog.js';
import { MANAGEMENT_CONTROLLERS } from './management/management-controllers.js';
import { RegulationsController } from './regulations/regulations.controller.js';
import type { TestCatalog } from './test-runs/test-catalog.js';
import { TestRunsController } from './test-runs/test-runs.controller.js';
import type { TestRuns } from './test-runs/test-runs.js';
import {
  CATALOG,
  CATALOG_EDITOR,
  DATA_PLANE_CATALOG,
  HEALTH,
  REGULATION_COMMANDS,
  REQUEST_LIMITS,
  TEST_CATALOG,
  TEST_RUNS,
} from './tokens.js';

export interface GatewayParts {
  readonly commands: RegulationCommands;
  readonly catalog: Catalog & TestCatalog;
  readonly editor: EditableCatalog;
  readonly dataPlaneCatalog: DataPlaneReads;
  readonly testRuns: Pick<TestRuns, 'run'>;
  readonly limits: RequestLimits;
  readonly health: Health;
  /** Runs when the last request has been answered. */
  readonly onStopped: () => Promise<void>;
}

/** One module: the gateway has no state, so its features share nothing but what is handed in here. */
@Module({})
export class GatewayModule {
  static from(parts: GatewayParts): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        RegulationsController,
        SourcesController,
        DestinationsController,
        ...MANAGEMENT_CONTROLLERS,
        DefinitionsController,
        TestRunsController,
        ...DATA_PLANE_CONTROLLERS,
        HealthController,
        DocsController,
      ],
      providers: [
        { provide: REGULATION_COMMANDS, useValue: parts.commands },
        { provide: CATALOG, useValue: parts.catalog },
        { provide: CATALOG_EDITOR, useValue: parts.editor },
        { provide: DATA_PLANE_CATALOG, useValue: parts.dataPlaneCatalog },
        DestinationEditing,
        { provide: TEST_CATALOG, useValue: parts.catalog },
        { provide: TEST_RUNS, useValue: parts.testRuns },
        { provide: REQUEST_LIMITS, useValue: parts.limits },
        { provide: HEALTH, useValue: parts.health },
        { provide: Draining, useValue: new Draining(parts.health, parts.onStopped) },
      ],
    };
  }
}
