import type { DataPlaneIdentity } from '@lethe/catalog';
import type { WorkerJobDto } from '@lethe/api';
import type { DataPlaneJob, DataPlaneJobCommands } from '@lethe/api/deletions';
import { Controller, Get, HttpCode, Inject, Param, Patch, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataPlane } from '../auth/identity.decorator.js';
import { requireNamespacePath, requireWorkspacePath } from '../auth/require-path.js';
import { sendCompressed } from '../http/answer/compress.js';
import { NeverFails, PassesOverLarge } from '../http/answer/never-fails.js';
import { SERVICE_COMMANDS } from '../injection-tokens.js';
import { readJobUpdate } from './read-job-update.js';
import { DocumentsWorkerJobs, DocumentsWorkerJobUpdate } from './worker-jobs.docs.js';

/** Milliseconds for a claim or an update. */
const DEADLINE_MS = 10_000;

/**
 * Deletion jobs for the workers of data planes that delete by themselves. A stock worker exits on an answer that it
 * does not expect, so a poll is never refused for what passes: the worker hears that there is nothing, and asks again
 * in ten minutes. An update that could not be stored is refused, since a worker repeats it.
 */
@Controller('dataplane')
export class WorkerJobsController {
  constructor(@Inject(SERVICE_COMMANDS) private readonly deletions: DataPlaneJobCommands) {}

  @Get('workspaces/:id/regulations/workerJobs')
  @NeverFails()
  @DocumentsWorkerJobs('workspace')
  async offerWorkspaceJob(
    @Req() request: FastifyRequest,
    @DataPlane() dataPlane: DataPlaneIdentity,
    @Param('id') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    requireWorkspacePath(dataPlane, id);
    await this.offer(request, reply, dataPlane.workspaceIds);
  }

  @Get('namespaces/:id/regulations/workerJobs')
  @NeverFails()
  @DocumentsWorkerJobs('namespace')
  async offerNamespaceJob(
    @Req() request: FastifyRequest,
    @DataPlane() dataPlane: DataPlaneIdentity,
    @Param('id') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    requireNamespacePath(dataPlane, id);
    await this.offer(request, reply, dataPlane.workspaceIds);
  }

  @Patch('workspaces/:id/regulations/workerJobs/:jobId')
  @HttpCode(204)
  @PassesOverLarge()
  @DocumentsWorkerJobUpdate('workspace')
  async takeWorkspaceUpdate(
    @Req() request: FastifyRequest,
    @DataPlane() dataPlane: DataPlaneIdentity,
    @Param('id') id: string,
    @Param('jobId') jobId: string,
  ): Promise<void> {
    requireWorkspacePath(dataPlane, id);
    await this.take(request, dataPlane.workspaceIds, jobId);
  }

  @Patch('namespaces/:id/regulations/workerJobs/:jobId')
  @HttpCode(204)
  @PassesOverLarge()
  @DocumentsWorkerJobUpdate('namespace')
  async takeNamespaceUpdate(
    @Req() request: FastifyRequest,
    @DataPlane() dataPlane: DataPlaneIdentity,
    @Param('id') id: string,
    @Param('jobId') jobId: string,
  ): Promise<void> {
    requireNamespacePath(dataPlane, id);
    await this.take(request, dataPlane.workspaceIds, jobId);
  }

  private async offer(
    request: FastifyRequest,
    reply: FastifyReply,
    workspaceIds: readonly string[],
  ): Promise<void> {
    // A HEAD would take the job away and show it to nobody.
    const { job } =
      request.method === 'HEAD' || workspaceIds.length === 0
        ? {}
        : await this.deletions.claimDataPlaneJob({
            context: contextOf(request, workspaceIds),
          });
    if (job === undefined || job.users.length === 0) {
      void reply.code(204).send();
      return;
    }
    reply.header('content-type', 'application/json; charset=utf-8');
    await sendCompressed(request, reply, JSON.stringify(toBody(job)));
  }

  private async take(
    request: FastifyRequest,
    workspaceIds: readonly string[],
    jobId: string,
  ): Promise<void> {
    const update = readJobUpdate(jobId, request.body);
    if (update === undefined || workspaceIds.length === 0) return; // says nothing about any job
    await this.deletions.updateDataPlaneJob({
      context: contextOf(request, workspaceIds),
      ...update,
    });
  }
}

function contextOf({ id }: FastifyRequest, workspaceIds: readonly string[]) {
  return { requestId: id, deadline: Date.now() + DEADLINE_MS, workspaceIds };
}

/** The attributes of the users are texts already. */
function toBody({ users, ...job }: DataPlaneJob): WorkerJobDto {
  return { ...job, userAttributes: users as WorkerJobDto['userAttributes'] };
}
