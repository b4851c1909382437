import type { ClaimedDestination, DeletionWorkerCommands } from '@lethe/api/deletions';
import type { Clock } from './clock.js';
import type { DeletionParts } from './jobs/deletion-parts.js';

export interface DeletionWorkerOptions {
  readonly commands: DeletionWorkerCommands;
  readonly parts: DeletionParts;
  readonly clock: Clock;
  /** Name by which the service knows this worker. */
  readonly worker: string;
  /** Maximum number of destinations that the worker leases at the same time. */
  readonly concurrency: number;
  readonly leaseMs: number;
  /**
   * Called when the service did not answer the command `what`, or refused it. The worker retries
   * the command.
   */
  readonly onServiceFailure: (what: 'claim' | 'heartbeat' | 'report', error: unknown) => void;
  /** Called when the work on a destination has ended. */
  readonly onEnd?: (
    claimed: ClaimedDestination,
    statuses: readonly string[],
    seconds: number,
  ) => void;
}
