import type { DataPlaneIdentity } from '@lethe/catalog';
import type { SuppressionCommands } from '@lethe/api/suppressions';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataPlane } from '../auth/identity.decorator.js';
import { requireNamespacePath, requireWorkspacePath } from '../auth/require-path.js';
import { sendCompressed } from '../http/answer/compress.js';
import { FeedPages } from '../http/feed-pages.js';
import { SERVICE_COMMANDS } from '../injection-tokens.js';
import { FeedMetrics } from './feed-metrics.js';
import { readFeedQuery } from './suppression-feed-query.js';
import { DocumentsSuppressions } from './suppression-feed.docs.js';

/** Milliseconds for a page: a data plane tries again within seconds. */
const DEADLINE_MS = 10_000;
/** The feed that data planes poll: who is suppressed, and who is not any more. */
@Controller('dataplane')
export class SuppressionFeedController {
  constructor(
    @Inject(SERVICE_COMMANDS) private readonly commands: SuppressionCommands,
    private readonly metrics: FeedMetrics,
    @Inject(FeedPages) private readonly pages: FeedPages,
  ) {}

  @Get('workspaces/:id/regulations/suppressions')
  @DocumentsSuppressions('workspace')
  async ofWorkspace(
    @Req() request: FastifyRequest,
    @DataPlane() dataPlane: DataPlaneIdentity,
    @Param('id') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    requireWorkspacePath(dataPlane, id);
    await this.sendPage(request, reply, dataPlane);
  }

  @Get('namespaces/:id/regulations/suppressions')
  @DocumentsSuppressions('namespace')
  async ofNamespace(
    @Req() request: FastifyRequest,
    @DataPlane() dataPlane: DataPlaneIdentity,
    @Param('id') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    requireNamespacePath(dataPlane, id);
    await this.sendPage(request, reply, dataPlane);
  }

  private async sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    dataPlane: DataPlaneIdentity,
  ): Promise<void> {
    const query = readFeedQuery(request.url);
    const deadline = Date.now() + DEADLINE_MS;
    const { dataPlaneId, workspaceIds } = dataPlane;
    const page = await this.pages.read([request, reply], { dataPlaneId, deadline }, () =>
      this.commands.suppressionPage({
        context: { requestId: request.id, deadline, workspaceIds },
        ...query,
      }),
    );
    this.metrics.count(dataPlane, page, {
      limit: query.limit,
      fromStart: query.token === undefined,
    });
    reply.header('content-type', 'application/json; charset=utf-8');
    await sendCompressed(request, reply, JSON.stringify(page));
  }
}
