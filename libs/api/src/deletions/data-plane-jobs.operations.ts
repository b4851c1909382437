import type { UserIdentifiers } from '@lethe/contracts';
import { DATA_PLANES, ownerPath, type Owner } from '../configuration/owner.js';
import {
  capability,
  command,
  exampleOf,
  jobId,
  Member,
  oneOf,
  reason,
  resultOf,
  route,
  type CommandsOf,
  type Dto,
  type CommandOf,
} from '../definition/index.js';
import {
  NamespaceJobPathDto,
  DATA_PLANE_JOB_STATUSES,
  WorkerJobDto,
  WorkerJobUpdateDto,
  WorkspaceJobPathDto,
} from './data-plane-job.dto.js';

/** A deletion job for a data plane. The identifiers of its users are strings. */
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

  @Member({ is: oneOf(DATA_PLANE_JOB_STATUSES) })
  status!: (typeof DATA_PLANE_JOB_STATUSES)[number];

  @Member({ is: reason, optional: true })
  reason?: string;
}

const jobOf = (owner: Owner) =>
  route({
    credentials: 'dataPlane',
    http: `GET /dataplane/${owner}s/{id}/regulations/workerJobs`,
    summary: `Claim a deletion job for a data plane of a ${owner}`,
    description:
      'For workspaces with `deletions: data-plane`. No other worker gets the job for 30 minutes. During an outage, the answer is also 204: a worker exits on any other answer.',
    path: ownerPath(owner),
    answer: {
      status: 200,
      type: WorkerJobDto,
      description: 'The job.',
      mayBeNothing: 'No job is available now.',
      isCompressed: true,
      example: exampleOf(WorkerJobDto),
    },
    neverFails: true,
  });

const updateOf = (owner: Owner, path: Dto<{ jobId: string }>) =>
  route({
    credentials: 'dataPlane',
    http: `PATCH /dataplane/${owner}s/{id}/regulations/workerJobs/{jobId}`,
    summary: `Report the state of a deletion job of a ${owner}`,
    description: 'Lethe accepts any body. A final state does not change.',
    path,
    body: WorkerJobUpdateDto,
    isBodyOptional: true,
    isBodyRaw: true,
    examples: { complete: { value: { status: 'complete', reason: '' } } },
    answer: { status: 204, description: 'Accepted.' },
    passesOverLarge: true,
  });

/** Deletion jobs for data planes that carry out deletions. All requests are safe to repeat. */
export const dataPlaneJobs = capability(
  ...DATA_PLANES,
  {
    offerWorkspaceJob: jobOf('workspace'),
    offerNamespaceJob: jobOf('namespace'),
    takeWorkspaceUpdate: updateOf('workspace', WorkspaceJobPathDto),
    takeNamespaceUpdate: updateOf('namespace', NamespaceJobPathDto),
  },
  {
    /** Claims a job. Skips workspaces in which Lethe itself deletes. */
    claimDataPlaneJob: command({
      pattern: 'data-plane-deletions.claim.v2',
      from: 'dataPlane',
      result: resultOf<{ readonly job?: DataPlaneJob }>(),
      sentWith: 'feed',
      whenLost: 'unavailable',
    }),

    /**
     * Accepts a report about a job in any state, but does not change a final state. Also accepts a
     * report about an unknown job, because an error would end the worker.
     */
    updateDataPlaneJob: command({
      pattern: 'data-plane-deletions.update.v2',
      from: 'dataPlane',
      takes: UpdatedJobDto,
      whenLost: 'unavailable',
    }),
  },
);

export type DataPlaneJobCommands = CommandsOf<typeof dataPlaneJobs>;

export type ClaimDataPlaneJob = CommandOf<typeof dataPlaneJobs, 'claimDataPlaneJob'>;
export type UpdateDataPlaneJob = CommandOf<typeof dataPlaneJobs, 'updateDataPlaneJob'>;
