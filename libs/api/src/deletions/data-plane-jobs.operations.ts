import type { UserIdentifiers } from '@lethe/contracts';
import {
  capability,
  command,
  jobId,
  Member,
  oneOf,
  reason,
  resultOf,
  type CommandsOf,
  type SentOf,
} from '../definition/index.js';

export const TOLD_STATUSES = ['running', 'complete', 'failed', 'aborted'] as const;

/** A job as data planes get it; attributes are strings. */
export interface DataPlaneJob {
  readonly jobId: string;
  readonly workspaceId: string;
  readonly destinationId: string;
  readonly users: readonly UserIdentifiers[];
  readonly failedAttempts: number;
}

class UpdatedJobDto {
  @Member({ is: jobId })
  jobId!: string;

  @Member({ is: oneOf(TOLD_STATUSES) })
  status!: (typeof TOLD_STATUSES)[number];

  @Member({ is: reason, optional: true })
  reason?: string;
}

/** Deletion jobs for data planes that delete by themselves. Everything may be repeated. */
export const dataPlaneJobs = capability(
  'Data planes',
  'What data planes poll: suppressions, configuration, deletion jobs.',
  {},
  {
    /** Of workspaces that leave deletion to Lethe nothing is offered. */
    claimDataPlaneJob: command({
      pattern: 'data-plane-deletions.claim.v2',
      from: 'dataPlane',
      result: resultOf<{ readonly job?: DataPlaneJob }>(),
      sentWith: 'feed',
      whenLost: 'unavailable',
    }),

    /** Taken whatever the state is; a final one stays. An unknown job is taken too: the worker must not exit. */
    updateDataPlaneJob: command({
      pattern: 'data-plane-deletions.update.v2',
      from: 'dataPlane',
      takes: UpdatedJobDto,
      whenLost: 'unavailable',
    }),
  },
);

export type DataPlaneJobCommands = CommandsOf<typeof dataPlaneJobs>;

type Commands = (typeof dataPlaneJobs)['commands'];
export type ClaimDataPlaneJob = SentOf<Commands['claimDataPlaneJob']>;
export type UpdateDataPlaneJob = SentOf<Commands['updateDataPlaneJob']>;
