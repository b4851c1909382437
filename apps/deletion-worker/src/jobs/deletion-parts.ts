import type { DeletionTarget } from '@lethe/catalog';
import type { DeletionProvider } from '@lethe/destinations';
import type { WorkerMetrics } from '../worker-metrics.js';

/** Dependencies of the work on a destination. */
export interface DeletionParts {
  /** @throws when the catalog, or a secret in it, cannot be read */
  readonly findTarget: (
    workspaceId: string,
    destinationId: string,
  ) => Promise<DeletionTarget | undefined>;
  /** @returns undefined if no provider deletes at destinations of this type */
  readonly providerOf: (type: string) => DeletionProvider | undefined;
  /** Calls per second to a destination of this type. */
  readonly rateOf: (type: string) => number;
  /** Default: no metrics. */
  readonly metrics?: Pick<WorkerMetrics, 'called' | 'verified' | 'waited'>;
  /** Reports an internal error in `part`. The report must contain no identifiers of users. */
  readonly onDefect: (part: string, error: unknown, place: DestinationIds) => void;
}

/** Ids for the log. */
export interface DestinationIds {
  readonly workspaceId: string;
  readonly destinationId: string;
}
