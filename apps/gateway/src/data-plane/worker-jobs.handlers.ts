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

/** Milliseconds for a claim or an update. */
const DEADLINE_MS = 10_000;

/**
 * Deletion jobs for the workers of data planes that delete by themselves. A stock worker exits on an answer that it
 * does not expect, so a poll is never refused for what passes: the worker hears that there is nothing, and asks again
 * in ten minutes. An update that could not be stored is refused, since a worker repeats it.
 */
export const WorkerJobsController = controllerOf(
  dataPlaneJobs,
  ({ commands }: { readonly commands: DataPlaneJobCommands }) => {
    const offer: RouteHandler<Routes['offerWorkspaceJob']> = {
      async answers({ request, dataPlane: { workspaceIds } }) {
        // A HEAD would take the job away and show it to nobody.
        if (request.method === 'HEAD' || workspaceIds.length === 0) return undefined;
        const context = contextOf(request, workspaceIds);
        const { job } = await commands.claimDataPlaneJob({ context });
        return job === undefined || job.users.length === 0 ? undefined : toBody(job);
      },
    };
    const take: RouteHandler<Routes['takeWorkspaceUpdate']> = {
      async answers({ request, dataPlane: { workspaceIds }, path }) {
        const update = readJobUpdate(path.jobId, request.body);
        if (update === undefined || workspaceIds.length === 0) return; // says nothing about any job
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

/** The attributes of the users are texts already. */
function toBody({ users, ...job }: DataPlaneJob): WorkerJobDto {
  return { ...job, userAttributes: users as WorkerJobDto['userAttributes'] };
}
