import type { SuppressionPageDto } from '@lethe/api/suppressions';
import type { DataPlaneCatalog, DataPlaneIdentity } from '@lethe/catalog';
import type { Metrics } from '@lethe/observability';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { GATEWAY } from '../operations/controller-of.js';

/** Data planes that are told apart; tenants make them, so there may be any number. */
const MAX_CLIENTS = 200;
/** All further ones; other names have a slash. */
const OTHER = 'other';
/** How often the database is asked which there are, and how soon again when it did not answer. */
const LIST_EVERY_MS = 30_000;
const ASK_AGAIN_MS = 2_000;

interface Client {
  /** Milliseconds since the epoch. */
  lastPollAt: number;
  /** Items that are known to be still ahead of it: at least a page after a full one. */
  lag: number;
}

/** What is counted of the polls of the suppression feed, and who is expected to poll. */
@Injectable()
export class FeedMetrics implements OnApplicationShutdown {
  private readonly clients = new Map<string, Client>();
  /**
   * Since when those in service are there, by name, in milliseconds since the epoch. Where there are more than are told apart, all
   * gateways tell the same ones apart, and the others are one.
   */
  private inService: ReadonlyMap<string, number> = new Map();
  private readonly pages;
  private readonly items;
  private clock: NodeJS.Timeout | undefined;
  private stopped = false;

  /** The catalog is asked from time to time, unless nothing is counted. */
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
      'Pages of the suppression feed: scope (workspace, namespace), kind (full: there may be more; partial; empty), start (beginning, token).',
      { labels: ['scope', 'kind', 'start'] },
    );
    this.items = metrics.counter('feed_items_total', 'Items on these pages.');
    const labels = ['data_plane'] as const;
    metrics.observe(
      'feed_client_last_poll_timestamp_seconds',
      'When a data plane last got a page, as Unix time.',
      labels,
      () => this.read(({ lastPollAt }) => lastPollAt / 1_000),
    );
    metrics.observe(
      'feed_client_lag_changes',
      'Changes that a data plane has not read for sure: the length of its last page while that was full, otherwise 0.',
      labels,
      () => this.read(({ lag }) => lag),
    );
    metrics.observe(
      'feed_client_created_timestamp_seconds',
      'When a data plane whose secret is not revoked was made, as Unix time, whether it ever polled or not; of "other", the oldest of them.',
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

  /** @param fromStart whether the caller showed no token */
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
    // While the database is away, those are shown that were there before.
    const found = await this.parts.dataPlaneCatalog
      .inService(MAX_CLIENTS + 1)
      .catch(() => undefined);
    if (this.stopped) return;
    const waitMs = found === undefined ? ASK_AGAIN_MS : LIST_EVERY_MS;
    this.clock = setTimeout(() => void this.list(), waitMs).unref();
    if (found === undefined) return;
    this.inService = new Map(
      found.map(({ owner, name, createdAt }, n) => [
        n < MAX_CLIENTS ? `${owner}/${name}` : OTHER,
        createdAt.getTime(),
      ]),
    );
    // Revoked since then, or one of the others, as was not known when it polled.
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

  private read(of: (client: Client) => number) {
    return [...this.clients].map(([name, client]) => ({
      labels: { data_plane: name },
      value: of(client),
    }));
  }
}
