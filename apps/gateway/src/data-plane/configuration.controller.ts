import type { DataPlaneCatalog, DataPlaneIdentity } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import { Metrics } from '@lethe/observability';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataPlane } from '../auth/identity.decorator.js';
import { requireNamespacePath } from '../auth/require-path.js';
import { DATA_PLANE_CATALOG, METRICS } from '../injection-tokens.js';
import { configurationMetrics, type ConfigurationMetrics } from './configuration-metrics.js';
import { DocumentsNamespaceConfiguration, DocumentsConfiguration } from './configuration.docs.js';
import { PreparedConfigurations } from './prepared-configurations.js';
import {
  sendConfiguration,
  sendConfigurations,
  type ConfigurationEntry,
} from './send-configuration.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * What data planes run with, polled every few seconds: one small query as long as nothing changes.
 * Unknown parameters of the query are for other control planes, and do no harm.
 */
@Controller()
export class ConfigurationController {
  private readonly configurations: PreparedConfigurations;
  private readonly metrics: ConfigurationMetrics;

  constructor(
    @Inject(DATA_PLANE_CATALOG)
    private readonly catalog: Pick<
      DataPlaneCatalog,
      'changes' | 'configuration' | 'shadowedSources'
    >,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.metrics = configurationMetrics(metrics);
    this.configurations = new PreparedConfigurations(catalog, this.metrics);
    this.metrics.watchCache(() => this.configurations.bytes);
  }

  @Get('workspaceConfig')
  @DocumentsConfiguration()
  async workspaceConfig(
    @Req() request: FastifyRequest,
    @DataPlane() { workspaceId }: DataPlaneIdentity,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (workspaceId === undefined) throw this.missing();
    const { workspaces } = await this.catalog.changes({ workspaceId });
    const [workspace] = workspaces;
    if (workspace === undefined) throw this.missing();
    const configuration = await this.configurations.find(workspaceId, workspace.changedAt);
    sendConfiguration(request, reply, configuration);
    this.count(reply);
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
    // Not the workspaces of the authenticated identity, which may be two seconds old.
    const { workspaces, latest } = await this.catalog.changes({ namespaceId });
    const given = readUpdatedAfter(request.url) ?? -Infinity;
    // No answer held a time later than `latest`, unless the database was restored: then the time
    // means nothing.
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

/**
 * Reads `?updatedAfter=`. A text that is not a time counts as absent: a data plane that is refused
 * would ask for the same again forever, and without the parameter the answer is complete.
 *
 * @param target of the request
 * @returns milliseconds since 1970, rounded down
 */
function readUpdatedAfter(target: string): number | undefined {
  const given = new URL(target, 'http://gateway').searchParams.getAll('updatedAfter').at(-1);
  // A "+" that was not percent-encoded arrives as a blank.
  const text = given?.replace(' ', '+') ?? '';
  const time = TIME.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? undefined : time;
}
