import type { DataPlaneIdentity } from '@lethe/catalog';
import type { RegulationCommands } from '@lethe/contracts';
import { FairSlots } from '@lethe/resilience';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataPlane } from '../auth/identity.decorator.js';
import { requireNamespacePath, requireWorkspacePath } from '../auth/require-path.js';
import { sendCompressed } from '../http/answer/compress.js';
import { endSignal } from '../http/request-end.js';
import { REGULATION_COMMANDS } from '../injection-tokens.js';
import { FeedMetrics } from './feed-metrics.js';
import { readFeedQuery } from './suppression-feed-query.js';
import { DocumentsSuppressions } from './suppression-feed.docs.js';

/** Milliseconds for a page: a data plane tries again within seconds. */
const DEADLINE_MS = 10_000;
/** Pages that are read at once: the largest have 6 MB, and must not be ended early, as a short page says that there is no more. */
const MOST_PAGES = 16;
/** The same of one data plane. */
const MOST_PAGES_OF_ONE = 4;

/** The feed that data planes poll: who is suppressed, and who is not any more. */
@Controller('dataplane')
export class SuppressionFeedController {
  private readonly pages = new FairSlots({
    slots: MOST_PAGES,
    perOwner: MOST_PAGES_OF_ONE,
    maxWaiting: Infinity, // each has a place among the requests of data planes
  });

  constructor(
    @Inject(REGULATION_COMMANDS) private readonly commands: RegulationCommands,
    private readonly metrics: FeedMetrics,
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
    const page = await this.pages.with(dataPlane.dataPlaneId, endSignal(request, reply), () =>
      this.commands.suppressionPage({
        requestId: request.id,
        deadline: Date.now() + DEADLINE_MS,
        workspaceIds: dataPlane.workspaceIds,
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
