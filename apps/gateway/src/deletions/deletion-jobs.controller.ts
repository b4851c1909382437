import type {
  DeletionJobDetailDto,
  DeletionJobPageDto,
  DeletionSummaryDto,
  RetryResultDto,
} from '@lethe/api';
import { LetheError, type CommandContext, type DeletionCommands } from '@lethe/contracts';
import { Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RequestContext } from '../auth/request-context.decorator.js';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { AnswersPage } from '../http/answer/page.interceptor.js';
import { JsonBody } from '../http/request/json-body.decorator.js';
import { parseQuery } from '../http/request/query-string.js';
import { ReadsQuery } from '../http/request/without-effect.js';
import { DELETION_COMMANDS } from '../injection-tokens.js';
import { checkJobsQuery, nextJobsPage } from './check-jobs-query.js';
import { checkRetry } from './check-retry.js';
import {
  DocumentsJob,
  DocumentsJobs,
  DocumentsPause,
  DocumentsResume,
  DocumentsRetry,
  DocumentsRetryRegulation,
  DocumentsSummary,
} from './deletion-jobs.docs.js';
import { knownJobId } from './known-job-id.js';
import { isUuid } from '../http/request/is-uuid.js';

/** Where the deletions of a workspace stand, and what people do when one is stuck. */
@Controller('v2')
export class DeletionJobsController {
  constructor(@Inject(DELETION_COMMANDS) private readonly deletions: DeletionCommands) {}

  @Get('deletion-jobs')
  @AnswersPage()
  @ReadsQuery()
  @DocumentsJobs()
  @RequireScopes('regulations:read')
  async listDeletionJobs(
    @Req() request: FastifyRequest,
    @RequestContext() context: CommandContext,
  ): Promise<DeletionJobPageDto> {
    const query = parseQuery(request.url);
    const page = await this.deletions.listJobs({ context, ...checkJobsQuery(query) });
    const next =
      page.nextCursor === undefined ? {} : { next: nextJobsPage(query, page.nextCursor) };
    return { data: [...page.data], paging: next };
  }

  @Get('deletion-jobs/summary')
  @AnswersPage()
  @DocumentsSummary()
  @RequireScopes('regulations:read')
  async summarizeDeletionJobs(
    @RequestContext() context: CommandContext,
  ): Promise<DeletionSummaryDto> {
    return this.deletions.summarizeJobs({ context });
  }

  @Get('deletion-jobs/:id')
  @AnswersPage()
  @DocumentsJob()
  @RequireScopes('regulations:read')
  async getDeletionJob(
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
  ): Promise<DeletionJobDetailDto> {
    return this.deletions.getJob({ context, id: knownJobId(id) });
  }

  @Post('deletion-jobs/retry')
  @HttpCode(200)
  @DocumentsRetry()
  @RequireScopes('regulations:delete')
  async retryDeletionJobs(
    @RequestContext() context: CommandContext,
    @JsonBody() body: unknown,
  ): Promise<RetryResultDto> {
    return this.deletions.retryJobs({ context, ...checkRetry(body) });
  }

  @Post('regulations/:id/retry')
  @HttpCode(200)
  @DocumentsRetryRegulation()
  @RequireScopes('regulations:delete')
  async retryRegulation(
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
  ): Promise<RetryResultDto> {
    if (!isUuid(id)) throw new LetheError('not_found');
    return this.deletions.retryRegulation({ context, id: id.toLowerCase() });
  }

  @Post('destinations/:id/deletions/pause')
  @HttpCode(204)
  @DocumentsPause()
  @RequireScopes('regulations:delete')
  pauseDeletions(
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
  ): Promise<void> {
    return this.deletions.pauseDeletions({ context, destinationId: id, paused: true });
  }

  @Post('destinations/:id/deletions/resume')
  @HttpCode(204)
  @DocumentsResume()
  @RequireScopes('regulations:delete')
  resumeDeletions(
    @RequestContext() context: CommandContext,
    @Param('id') id: string,
  ): Promise<void> {
    return this.deletions.pauseDeletions({ context, destinationId: id, paused: false });
  }
}
