import type { DeletionTarget } from '@lethe/catalog';
import type { DeletionProvider } from '@lethe/destinations';
import type { WorkerMetrics } from '../worker-metrics.js';

/** What the work on a destination is made of. */
export interface DeletionParts {
  /** @throws when the catalog, or a secret in it, cannot be read */
  readonly findTarget: (
    workspaceId: string,
    destinationId: string,
  ) => Promise<DeletionTarget | undefined>;
  /** @returns undefined where nobody deletes at destinations of this type */
  readonly providerOf: (type: string) => DeletionProvider | undefined;
  /** Calls per second to a destination of this type. */
  readonly rateOf: (type: string) => number;
  /** What is counted; nothing when absent. */
  readonly metrics?: Pick<WorkerMetrics, 'called' | 'waited'>;
  /** Something failed for a reason of ours; `part` says where. No identifier is in it. */
  readonly onDefect: (part: string, error: unknown, place: Place) => void;
}

/** Ids of ours, for the log. */
export interface Place {
  readonly workspaceId: string;
  readonly destinationId: string;
}
