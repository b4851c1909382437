import { WorkerJobDto, WorkerJobUpdateDto } from '@lethe/api';
import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiParam } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { ApiDataPlaneOperation } from '../docs/api-operation.decorator.js';

const JOB: WorkerJobDto = {
  jobId: '4711',
  workspaceId: 'ws_demo',
  destinationId: 'dst_hook',
  userAttributes: [{ userId: 'user-1', email: 'user-1@example.com' }],
  failedAttempts: 0,
};

type Owner = 'workspace' | 'namespace';

const ApiOwner = (owner: Owner) =>
  ApiParam({ name: 'id', description: `The ${owner} of the credentials.` });

/** @param owner of the credentials and the path */
export const DocumentsWorkerJobs = (owner: Owner) =>
  applyDecorators(
    ApiDataPlaneOperation(
      `A deletion job for a data plane of a ${owner}`,
      'Of workspaces with `deletions: data-plane`. Nobody else gets it for 30 minutes. An outage is answered with 204 as well: a worker ends on anything else.',
    ),
    ApiOwner(owner),
    ApiAnswer(200, WorkerJobDto, 'The job.', JOB),
    ApiNoContentResponse({ description: 'Nothing to do now.' }),
  );

/** @param owner of the credentials and the path */
export const DocumentsWorkerJobUpdate = (owner: Owner) =>
  applyDecorators(
    ApiDataPlaneOperation(
      `Say where a deletion job of a ${owner} stands`,
      'Taken whatever it holds; a final state stays.',
    ),
    ApiOwner(owner),
    ApiParam({ name: 'jobId', description: 'Of the job.' }),
    ApiBody({
      type: WorkerJobUpdateDto,
      required: false,
      examples: { complete: { value: { status: 'complete', reason: '' } } },
    }),
    ApiNoContentResponse({ description: 'Taken.' }),
  );
