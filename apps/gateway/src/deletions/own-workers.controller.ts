import type { ClaimedJobDto, LeaseDto } from '@lethe/api';
import { DetailsCollector, type CommandContext, type DeletionWorkCommands } from '@lethe/contracts';
import { Controller, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestContext } from '../auth/request-context.decorator.js';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import type { GatewaySettings } from '../gateway.config.js';
import { AnswersPage } from '../http/answer/page.interceptor.js';
import { JsonBody, readJsonBody } from '../http/request/json-body.decorator.js';
import { CATALOG, DELETION_COMMANDS, GATEWAY_SETTINGS } from '../injection-tokens.js';
import type { TestCatalog } from '../test-runs/checks-in-order.js';
import { checkClaim, checkHeartbeat, checkReport } from './check-own-worker.js';
import { knownJobId } from './known-job-id.js';
import { DocumentsClaim, DocumentsHeartbeat, DocumentsReport } from './own-workers.docs.js';

/** Deletion jobs for people's own workers: those of `CUSTOM` destinations. */
@Controller('v2/deletion-jobs')
export class OwnWorkersController {
  constructor(
    @Inject(DELETION_COMMANDS) private readonly deletions: DeletionWorkCommands,
    @Inject(CATALOG) private readonly catalog: Pick<TestCatalog, 'findDestinations'>,
    @Inject(GATEWAY_SETTINGS) private readonly config: GatewaySettings,
  ) {}

  @Post('claim')
  @AnswersPage()
  @DocumentsClaim()
  @RequireScopes('deletions:work')
  async claimDeletionJob(
    @Req() request: FastifyRequest,
    @RequestContext() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ClaimedJobDto | undefined> {
    const claim = checkClaim(await bodyOf(request), this.config.LETHE_LIMIT_DESTINATION_IDS);
    await this.requireCustom(context.workspaceId, claim.destinationIds ?? []);
    const { job } = await this.deletions.claimOwnJob({ context, ...claim });
    void reply.code(job === undefined ? 204 : 200);
    return job === undefined ? undefined : { job: { ...job, users: [...job.users] } };
  }

  @Post(':id/heartbeat')
  @HttpCode(200)
  @DocumentsHeartbeat()
  @RequireScopes('deletions:work')
  async heartbeatDeletionJob(
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
    @JsonBody() body: unknown,
  ): Promise<LeaseDto> {
    const jobId = knownJobId(id);
    return this.deletions.heartbeatOwnJob({ context, jobId, ...checkHeartbeat(body) });
  }

  @Post(':id/report')
  @HttpCode(204)
  @DocumentsReport()
  @RequireScopes('deletions:work')
  async reportDeletionJob(
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
    @JsonBody() body: unknown,
  ): Promise<void> {
    const jobId = knownJobId(id);
    await this.deletions.reportOwnJob({ context, jobId, ...checkReport(body) });
  }

  /** @throws LetheError `invalid_request` naming each id that is none of a `CUSTOM` destination */
  private async requireCustom(workspaceId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const found = await this.catalog.findDestinations(workspaceId, ids);
    const types = new Map(found.map(({ id, type }) => [id, type]));
    const problems = new DetailsCollector();
    ids.forEach((id, index) => {
      const type = types.get(id);
      if (type === 'CUSTOM') return;
      problems.add(
        `destinationIds[${index}]`,
        type === undefined
          ? 'is no destination of this workspace'
          : `is of type ${type}; own workers get jobs of CUSTOM destinations only`,
      );
    });
    problems.throwIfAny();
  }
}

/** A claim without a body asks for any job. */
function bodyOf(request: FastifyRequest): unknown {
  const isEmpty = !Buffer.isBuffer(request.body) || request.body.length === 0;
  return isEmpty ? {} : readJsonBody(request);
}
