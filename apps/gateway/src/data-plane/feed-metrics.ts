import type { SuppressionPageDto } from '@lethe/api/suppressions';
import type { DataPlaneCatalog, DataPlaneIdentity } from '@lethe/catalog';
import type { Metrics } from '@lethe/observability';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { GATEWAY } from '../operations/controller-of.js';

/** Maximum data planes with a separate label. Tenants can create any number of data planes. */
const MAX_CLIENTS = 200;
/** Common label of all further data planes. All other labels contain a slash. */
const OTHER = 'other';
/** Milliseconds until the data planes are listed again: after a success, and after a failure. */
const LIST_EVERY_MS = 30_000;
const RETRY_MS = 2_000;

interface Client {
  /** Milliseconds since the epoch. */
  lastPollAt: number;
  /**
   * Estimated number of items that the data plane has not read. It is the length of the last page
   * if the page was full, and 0 if it was not.
   */
  lag: number;
}

/** Counts the polls of the suppression feed, and lists the data planes that should poll. */
@Injectable()
export class FeedMetrics implements OnApplicationShutdown {
  private readonly clients = new Map<string, Client>();
  /**
   * Creation time of each data plane in service, in milliseconds since the epoch. The key is the
   * label. If there are more than `MAX_CLIENTS`, all gateways show the same data planes by name,
   * and all other data planes under the label `OTHER`.
   */
  private inService: ReadonlyMap<string, number> = new Map();
  private readonly pages;
  private readonly items;
  private clock: NodeJS.Timeout | undefined;
  private stopped = false;

  /** Lists the data planes every 30 s, unless metrics are off. */
  constructor(
    @Inject(GATEWAY)
    private readonly parts: {
      readonly metrics: Metrics;
      readonly dataPlaneCatalog: Pick<DataPlaneCatalog, 'inService'>;
    },
  ) {
    const { metrics } = parts;
    this.pages = metrics.counter(
      'feed_pages_total',
      'Pages of the suppression feed, by scope (workspace, namespace), kind (full: more may follow; partial; empty) and start (beginning, token).',
      { labels: ['scope', 'kind', 'start'] },
    );
    this.items = metrics.counter('feed_items_total', 'Items on pages of the suppression feed.');
    const labels = ['data_plane'] as const;
    metrics.observe(
      'feed_client_last_poll_timestamp_seconds',
      'Unix time of the last page that a data plane got.',
      labels,
      () => this.read(({ lastPollAt }) => lastPollAt / 1_000),
    );
    metrics.observe(
      'feed_client_lag_changes',
      'Changes that a data plane may not have read yet: the length of its last page if the page was full, otherwise 0.',
      labels,
      () => this.read(({ lag }) => lag),
    );
    metrics.observe(
      'feed_client_created_timestamp_seconds',
      'Unix time at which a data plane was created, whether it ever polled or not. Data planes with a revoked secret are absent. For "other": the oldest of them.',
      labels,
      () =>
        [...this.inService].map(([name, createdAt]) => ({
          labels: { data_plane: name },
          value: createdAt / 1_000,
        })),
    );
    if (metrics.isOn) void this.list();
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.clock);
  }

  /** @param fromStart whether the request had no token */
  count(
    client: DataPlaneIdentity,
    page: SuppressionPageDto,
    { limit, fromStart }: { readonly limit: number; readonly fromStart: boolean },
  ): void {
    const { length } = page.items;
    const isFull = length >= limit;
    this.pages.inc({
      scope: client.namespaceId === undefined ? 'workspace' : 'namespace',
      kind: isFull ? 'full' : length === 0 ? 'empty' : 'partial',
      start: fromStart ? 'beginning' : 'token',
    });
    this.items.inc({}, length);
    this.clients.set(this.nameOf(client), { lastPollAt: Date.now(), lag: isFull ? length : 0 });
  }

  private async list(): Promise<void> {
    // If the database does not answer, the last list stays.
    const found = await this.parts.dataPlaneCatalog
      .inService(MAX_CLIENTS + 1)
      .catch(() => undefined);
    if (this.stopped) return;
    const waitMs = found === undefined ? RETRY_MS : LIST_EVERY_MS;
    this.clock = setTimeout(() => void this.list(), waitMs).unref();
    if (found === undefined) return;
    this.inService = new Map(
      found.map(({ owner, name, createdAt }, n) => [
        n < MAX_CLIENTS ? `${owner}/${name}` : OTHER,
        createdAt.getTime(),
      ]),
    );
    // Removes revoked data planes, and data planes that now have the label `OTHER`.
    for (const name of this.clients.keys()) {
      if (!this.inService.has(name)) this.clients.delete(name);
    }
  }

  private nameOf({ workspaceId, namespaceId, name }: DataPlaneIdentity): string {
    const full = `${workspaceId ?? namespaceId ?? ''}/${name}`;
    if (this.inService.has(full)) return full;
    if (this.inService.has(OTHER)) return OTHER;
    return this.clients.has(full) || this.clients.size < MAX_CLIENTS ? full : OTHER;
  }

  private read(valueOf: (client: Client) => number) {
    return [...this.clients].map(([name, client]) => ({
      labels: { data_plane: name },
      value: valueOf(client),
    }));
  }
}
