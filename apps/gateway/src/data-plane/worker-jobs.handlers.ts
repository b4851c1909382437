import {
  dataPlaneJobs,
  type DataPlaneJob,
  type DataPlaneJobCommands,
  type WorkerJobDto,
} from '@lethe/api/deletions';
import type { FastifyRequest } from 'fastify';
import { controllerOf } from '../operations/controller-of.js';
import type { RouteHandler } from '../operations/handlers.js';
import { readJobUpdate } from './read-job-update.js';

type Routes = (typeof dataPlaneJobs)['operations'];

/** Maximum milliseconds for a claim or an update. */
const DEADLINE_MS = 10_000;

/**
 * Gives deletion jobs to data planes that have their own deletion workers. A stock worker exits on
 * an unexpected answer. So the answer to a claim contains no job if there is a temporary failure,
 * and the worker polls again after ten minutes. An update that could not be stored gets an error,
 * because the worker then repeats the update.
 */
export const WorkerJobsController = controllerOf(
  dataPlaneJobs,
  ({ commands }: { readonly commands: DataPlaneJobCommands }) => {
    const offer: RouteHandler<Routes['offerWorkspaceJob']> = {
      async answers({ request, dataPlane: { workspaceIds } }) {
        // A HEAD request would claim a job that the worker does not see.
        if (request.method === 'HEAD' || workspaceIds.length === 0) return undefined;
        const context = contextOf(request, workspaceIds);
        const { job } = await commands.claimDataPlaneJob({ context });
        return job === undefined || job.users.length === 0 ? undefined : toBody(job);
      },
    };
    const take: RouteHandler<Routes['takeWorkspaceUpdate']> = {
      async answers({ request, dataPlane: { workspaceIds }, path }) {
        const update = readJobUpdate(path.jobId, request.body);
        // The update is invalid, or the data plane has no workspaces.
        if (update === undefined || workspaceIds.length === 0) return;
        const context = contextOf(request, workspaceIds);
        await commands.updateDataPlaneJob({ context, ...update });
      },
    };
    return {
      offerWorkspaceJob: offer,
      offerNamespaceJob: offer,
      takeWorkspaceUpdate: take,
      takeNamespaceUpdate: take,
    };
  },
);

function contextOf({ id }: FastifyRequest, workspaceIds: readonly string[]) {
  return { requestId: id, deadline: Date.now() + DEADLINE_MS, workspaceIds };
}

function toBody({ users, ...job }: DataPlaneJob): WorkerJobDto {
  return { ...job, userAttributes: users as WorkerJobDto['userAttributes'] };
}
