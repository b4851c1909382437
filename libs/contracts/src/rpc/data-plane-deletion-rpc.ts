import type { UserIdentifiers } from '../regulations/regulation-record.js';

/** Message patterns for the workers of data planes. */
export const DATA_PLANE_DELETION_PATTERNS = {
  claim: 'data-plane-deletions.claim.v1',
  update: 'data-plane-deletions.update.v1',
} as const;

export interface ClaimDataPlaneJobCommand {
  readonly requestId: string;
  readonly deadline: number;
  /** Of the data plane's secret; those that leave deletion to Lethe are offered nothing of. */
  readonly workspaceIds: readonly string[];
}

/** A job as data planes get it; attributes are strings. */
export interface DataPlaneJob {
  readonly jobId: string;
  readonly workspaceId: string;
  readonly destinationId: string;
  readonly users: readonly UserIdentifiers[];
  readonly failedAttempts: number;
}

export interface UpdateDataPlaneJobCommand {
  readonly requestId: string;
  readonly deadline: number;
  readonly workspaceIds: readonly string[];
  readonly jobId: string;
  readonly status: 'running' | 'complete' | 'failed' | 'aborted';
  readonly reason?: string;
}

/** The regulation service as data planes see it that delete by themselves, through the gateway. */
export interface DataPlaneDeletionCommands {
  claimDataPlaneJob(command: ClaimDataPlaneJobCommand): Promise<{ readonly job?: DataPlaneJob }>;
  /** Taken whatever the state is; a final one stays. An unknown job is taken too: the worker must not exit. */
  updateDataPlaneJob(command: UpdateDataPlaneJobCommand): Promise<void>;
}
