import type { ClaimedDestination, DeletionWorkerCommands } from '@lethe/api/deletions';
import type { Clock } from './clock.js';
import type { DeletionParts } from './jobs/deletion-parts.js';

export interface DeletionWorkerOptions {
  readonly commands: DeletionWorkerCommands;
  readonly parts: DeletionParts;
  readonly clock: Clock;
  /** Name of this worker, for the service's record. */
  readonly worker: string;
  /** Destinations that are worked on at once. */
  readonly concurrency: number;
  readonly leaseMs: number;
  /** The service did not answer, or refused; `what` is the command. It is tried again. */
  readonly onServiceFailure: (what: 'claim' | 'heartbeat' | 'report', error: unknown) => void;
  /** What became of the work on a destination. */
  readonly onEnd?: (
    claimed: ClaimedDestination,
    statuses: readonly string[],
    seconds: number,
  ) => void;
}
