import type { CatalogReader } from '@lethe/catalog';
import type { RegulationLimits } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import type { Logger } from '@lethe/observability';
import type { CommandGate } from './command-gate.js';
import type { CommandMetrics } from './record/command-metrics.js';
import type { IdentifierHashes } from './record/identifier-hashes.js';
import type { RegulationEvents } from './record/regulation-events.js';

/** What is asked of the catalog. */
export type ServiceCatalog = Pick<
  CatalogReader,
  | 'missingSourceIds'
  | 'findDestinations'
  | 'findDestinationsNow'
  | 'deletionSettings'
  | 'unconnectedDestinations'
  | 'dataPlaneWorkspaces'
>;

/** What the service works with. Each function names those that it takes. */
export interface ServiceParts {
  readonly gate: CommandGate;
  /** For writes, and for the polls of data planes. */
  readonly database: DatabaseConnection;
  /** For lists and look-ups. */
  readonly reads: DatabaseConnection;
  readonly catalog: ServiceCatalog;
  readonly events: RegulationEvents;
  readonly topicPrefix: string;
  /** By which users are found. */
  readonly hashes: IdentifierHashes;
  readonly limits: RegulationLimits;
  readonly metrics: CommandMetrics;
  readonly logger: Logger;
  /** Called after each commit that has something to publish; must not block. */
  readonly afterCommit: () => void;
}
