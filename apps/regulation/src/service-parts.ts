import type { CatalogReader } from '@lethe/catalog';
import type { RegulationLimits } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import type { Logger } from '@lethe/observability';
import type { CommandGate } from './command-gate.js';
import type { CommandMetrics } from './record/command-metrics.js';
import type { IdentifierHashes } from './record/identifier-hashes.js';
import type { RegulationEvents } from './record/regulation-events.js';
import type { CombinedCreates } from './regulations/create/combined-creates.js';

export type ServiceCatalog = Pick<
  CatalogReader,
  | 'missingSourceIds'
  | 'findDestinations'
  | 'findDestinationsNow'
  | 'allDestinations'
  | 'deletionSettings'
  | 'unconnectedDestinations'
  | 'dataPlaneWorkspaces'
>;

/** Dependencies of the service. Each function declares the dependencies that it needs. */
export interface ServiceParts {
  readonly gate: CommandGate;
  /** For writes, and for polls of data planes. */
  readonly database: DatabaseConnection;
  readonly reads: DatabaseConnection;
  readonly catalog: ServiceCatalog;
  readonly events: RegulationEvents;
  readonly topicPrefix: string;
  /** Finds users by e-mail address and phone number. */
  readonly hashes: IdentifierHashes;
  readonly creates: CombinedCreates;
  readonly limits: RegulationLimits;
  /** Days for which identifiers are kept after the deletions of a user end. */
  readonly personalDataDays: number;
  readonly metrics: CommandMetrics;
  readonly logger: Logger;
  /** Called after each commit that has something to publish. It must not block. */
  readonly afterCommit: () => void;
}
