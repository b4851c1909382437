import type { DataPlaneIdentity } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataPlane } from '../auth/data-plane.decorator.js';
import { requireNamespacePath } from '../auth/require-path.js';
import { DATA_PLANE_CATALOG } from '../tokens.js';
import { DocumentsNamespaceConfiguration, DocumentsConfiguration } from './configuration.docs.js';
import type { DataPlaneReads } from './data-plane-reads.js';
import { PreparedConfigurations } from './prepared-configurations.js';
import { readUpdatedAfter } from './read-updated-after.js';
import {
  sendConfiguration,
  sendConfigurations,
  type ConfigurationEntry,
} from './send-configuration.js';

/**
 * What data planes run with, polled every few seconds: one small query as long as nothing changes.
 * Unknown parameters of the query are for other control planes, and do no harm.
 */
@Controller()
export class ConfigurationController {
  private readonly configurations: PreparedConfigurations;

  constructor(@Inject(DATA_PLANE_CATALOG) private readonly catalog: DataPlaneReads) {
    this.configurations = new PreparedConfigurations(catalog);
  }

  @Get('workspaceConfig')
  @DocumentsConfiguration()
  async workspaceConfig(
    @Req() request: FastifyRequest,
    @DataPlane() { workspaceId }: DataPlaneIdentity,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (workspaceId === undefined) throw new LetheError('not_found');
    const { workspaces } = await this.catalog.changes({ workspaceId });
    const [workspace] = workspaces;
    if (workspace === undefined) throw new LetheError('not_found');
    const configuration = await this.configurations.find(workspaceId, workspace.changedAt);
    sendConfiguration(request, reply, configuration);
  }

  @Get('data-plane/v1/namespaces/:id/config')
  @DocumentsNamespaceConfiguration()
  async namespaceConfig(
    @Req() request: FastifyRequest,
    @DataPlane() dataPlane: DataPlaneIdentity,
    @Param('id') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const namespaceId = requireNamespacePath(dataPlane, id);
    // Not the workspaces of the credentials: those may be as old as two seconds.
    const { workspaces, latest } = await this.catalog.changes({ namespaceId });
    const given = readUpdatedAfter(request.url) ?? -Infinity;
    // A time that nobody was told is one of before a restore of the database: it means nothing.
    const after = given > latest.getTime() ? -Infinity : given;
    const isNews = (changedAt: Date): boolean => changedAt.getTime() > after;
    const shadowed = workspaces.some(({ changedAt }) => isNews(changedAt))
      ? await this.catalog.shadowedSources(namespaceId)
      : undefined;
    const entries: ConfigurationEntry[] = [];
    for (const { workspaceId, changedAt } of workspaces) {
      const without = shadowed?.get(workspaceId);
      entries.push([
        workspaceId,
        isNews(changedAt) ? await this.configurations.find(workspaceId, changedAt, without) : null,
      ]);
    }
    sendConfigurations(request, reply, entries);
  }
}
