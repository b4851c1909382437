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

/**
 * Serves the configurations that data planes poll every few seconds. If nothing has changed, a poll
 * costs one small query.
 */
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

  /** @throws LetheError `not_found` if the data plane belongs to a namespace */
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

  /** @param updatedAfter time of the newest change in an earlier answer, in ms since 1970 */
  async sendAll(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      namespaceId,
      updatedAfter = -Infinity,
    }: { readonly namespaceId: string; readonly updatedAfter?: number },
  ): Promise<void> {
    // Reads the workspaces of the namespace again, because the workspaces in the identity can be
    // two seconds old.
    const { workspaces, latest } = await this.catalog.changes({ namespaceId });
    // If `updatedAfter` is later than `latest`, the database was restored to an earlier time, and
    // the gateway sends all configurations.
    const after = updatedAfter > latest.getTime() ? -Infinity : updatedAfter;
    const isNewer = (changedAt: Date): boolean => changedAt.getTime() > after;
    const shadowed = workspaces.some(({ changedAt }) => isNewer(changedAt))
      ? await this.catalog.shadowedSources(namespaceId)
      : undefined;
    const entries: ConfigurationEntry[] = [];
    for (const { workspaceId, changedAt } of workspaces) {
      const without = shadowed?.get(workspaceId);
      entries.push([
        workspaceId,
        isNewer(changedAt) ? await this.prepared.find(workspaceId, changedAt, without) : null,
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
