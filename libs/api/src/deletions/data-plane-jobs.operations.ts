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
  TOLD_STATUSES,
  WorkerJobDto,
  WorkerJobUpdateDto,
  WorkspaceJobPathDto,
} from './data-plane-job.dto.js';

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

const jobOf = (owner: Owner) =>
  route({
    credentials: 'dataPlane',
    http: `GET /dataplane/${owner}s/{id}/regulations/workerJobs`,
    summary: `A deletion job for a data plane of a ${owner}`,
    description:
      'Of workspaces with `deletions: data-plane`. Nobody else gets it for 30 minutes. An outage is answered with 204 as well: a worker ends on anything else.',
    path: ownerPath(owner),
    answer: {
      status: 200,
      type: WorkerJobDto,
      description: 'The job.',
      mayBeNothing: 'Nothing to do now.',
      isCompressed: true,
      example: exampleOf(WorkerJobDto),
    },
    neverFails: true,
  });

const updateOf = (owner: Owner, path: Dto<{ jobId: string }>) =>
  route({
    credentials: 'dataPlane',
    http: `PATCH /dataplane/${owner}s/{id}/regulations/workerJobs/{jobId}`,
    summary: `Say where a deletion job of a ${owner} stands`,
    description: 'Taken whatever it holds; a final state stays.',
    path,
    body: WorkerJobUpdateDto,
    isBodyOptional: true,
    isBodyRaw: true,
    examples: { complete: { value: { status: 'complete', reason: '' } } },
    answer: { status: 204, description: 'Taken.' },
    passesOverLarge: true,
  });

/** Deletion jobs for data planes that delete by themselves. Everything may be repeated. */
export const dataPlaneJobs = capability(
  ...DATA_PLANES,
  {
    offerWorkspaceJob: jobOf('workspace'),
    offerNamespaceJob: jobOf('namespace'),
    takeWorkspaceUpdate: updateOf('workspace', WorkspaceJobPathDto),
    takeNamespaceUpdate: updateOf('namespace', NamespaceJobPathDto),
  },
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

export type ClaimDataPlaneJob = CommandOf<typeof dataPlaneJobs, 'claimDataPlaneJob'>;
export type UpdateDataPlaneJob = CommandOf<typeof dataPlaneJobs, 'updateDataPlaneJob'>;
