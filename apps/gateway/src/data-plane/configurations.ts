import type { DataPlaneCatalog, DataPlaneIdentity } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import type { Metrics } from '@lethe/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { configurationMetrics, type ConfigurationMetrics } from './configuration-metrics.js';
import { ConfigurationCache } from './configuration-cache.js';
import {
  sendConfiguration,
  sendConfigurations,
  type ConfigurationEntry,
} from './send-configuration.js';

/** What data planes run with, polled every few seconds: one small query as long as nothing changes. */
export class Configurations {
  private readonly prepared: ConfigurationCache;
  private readonly metrics: ConfigurationMetrics;

  constructor(
    private readonly catalog: Pick<
      DataPlaneCatalog,
      'changes' | 'configuration' | 'shadowedSources'
    >,
    metrics: Metrics,
  ) {
    this.metrics = configurationMetrics(metrics);
    this.prepared = new ConfigurationCache(catalog, this.metrics);
    this.metrics.watchCache(() => this.prepared.bytes);
  }

  /** @throws LetheError `not_found` for a data plane of a namespace */
  async sendOne(
    request: FastifyRequest,
    reply: FastifyReply,
    { workspaceId }: DataPlaneIdentity,
  ): Promise<void> {
    if (workspaceId === undefined) throw this.missing();
    const { workspaces } = await this.catalog.changes({ workspaceId });
    const [workspace] = workspaces;
    if (workspace === undefined) throw this.missing();
    const configuration = await this.prepared.find(workspaceId, workspace.changedAt);
    sendConfiguration(request, reply, configuration);
    this.count(reply);
  }

  /** @param updatedAfter the newest change of an earlier answer, in milliseconds since 1970 */
  async sendAll(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      namespaceId,
      updatedAfter = -Infinity,
    }: { readonly namespaceId: string; readonly updatedAfter?: number },
  ): Promise<void> {
    // Not the workspaces of the authenticated identity, which may be two seconds old.
    const { workspaces, latest } = await this.catalog.changes({ namespaceId });
    // No answer held a time later than `latest`, unless the database was restored: then the time
    // means nothing.
    const after = updatedAfter > latest.getTime() ? -Infinity : updatedAfter;
    const isNews = (changedAt: Date): boolean => changedAt.getTime() > after;
    const shadowed = workspaces.some(({ changedAt }) => isNews(changedAt))
      ? await this.catalog.shadowedSources(namespaceId)
      : undefined;
    const entries: ConfigurationEntry[] = [];
    for (const { workspaceId, changedAt } of workspaces) {
      const without = shadowed?.get(workspaceId);
      entries.push([
        workspaceId,
        isNews(changedAt) ? await this.prepared.find(workspaceId, changedAt, without) : null,
      ]);
    }
    sendConfigurations(request, reply, entries);
    this.count(reply);
  }

  private missing(): LetheError {
    this.metrics.answered('missing');
    return new LetheError('not_found');
  }

  private count({ statusCode }: FastifyReply): void {
    this.metrics.answered(statusCode === 304 ? 'unchanged' : 'changed');
  }
}
