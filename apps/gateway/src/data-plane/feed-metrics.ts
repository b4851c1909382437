import type { DataPlaneCatalog, DataPlaneIdentity } from '@lethe/catalog';
import type { SuppressionPage } from '@lethe/contracts';
import type { Metrics } from '@lethe/observability';

/** Data planes that are told apart; tenants make them, so there may be any number. */
const MAX_CLIENTS = 200;
const OTHER = 'other';
/** One that has not polled for so long was taken out of service. */
const FORGET_MS = 24 * 60 * 60 * 1_000;
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
export class FeedMetrics {
  private readonly clients = new Map<string, Client>();
  /** Those in service, by name, with milliseconds since the epoch; at most so many as are told apart. */
  private inService: ReadonlyMap<string, number> = new Map();
  /** Whether these are not all: then all gateways tell the same ones apart. */
  private areMore = false;
  private readonly pages;
  private readonly items;
  private clock: NodeJS.Timeout | undefined;
  private stopped = false;

  /** @param catalog is asked from time to time, unless nothing is counted */
  constructor(
    metrics: Metrics,
    private readonly catalog: Pick<DataPlaneCatalog, 'inService'>,
  ) {
    this.pages = metrics.counter({
      name: 'feed_pages_total',
      help: 'Pages of the suppression feed: scope (workspace, namespace), kind (full: there may be more; partial; empty), start (beginning, token).',
      labels: ['scope', 'kind', 'start'],
    });
    this.items = metrics.counter({ name: 'feed_items_total', help: 'Items on these pages.' });
    const labels = ['data_plane'] as const;
    metrics.observe(
      {
        name: 'feed_client_last_poll_timestamp_seconds',
        help: 'When a data plane last got a page, as Unix time.',
        labels,
      },
      () => this.read(({ lastPollAt }) => lastPollAt / 1_000),
    );
    metrics.observe(
      {
        name: 'feed_client_lag_changes',
        help: 'Changes that a data plane has not read for sure: the length of its last page while that was full, otherwise 0.',
        labels,
      },
      () => this.read(({ lag }) => lag),
    );
    metrics.observe(
      {
        name: 'feed_client_created_timestamp_seconds',
        help: 'When a data plane whose secret is not revoked was made, as Unix time, whether it ever polled or not.',
        labels,
      },
      () =>
        [...this.inService].map(([name, createdAt]) => ({
          labels: { data_plane: name },
          value: createdAt / 1_000,
        })),
    );
    if (metrics.isOn) void this.list();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.clock);
  }

  /** @param fromStart whether the caller showed no token */
  count(
    client: DataPlaneIdentity,
    page: SuppressionPage,
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
    const known = this.nameOf(client);
    // What polled last is last in the map.
    this.clients.delete(known);
    this.clients.set(known, { lastPollAt: Date.now(), lag: isFull ? length : 0 });
  }

  private async list(): Promise<void> {
    // While the database is away, those are shown that were there before.
    const found = await this.catalog.inService(MAX_CLIENTS + 1).catch(() => undefined);
    if (this.stopped) return;
    const waitMs = found === undefined ? ASK_AGAIN_MS : LIST_EVERY_MS;
    this.clock = setTimeout(() => void this.list(), waitMs).unref();
    if (found === undefined) return;
    this.areMore = found.length > MAX_CLIENTS;
    this.inService = new Map(
      found
        .slice(0, MAX_CLIENTS)
        .map(({ owner, name, createdAt }) => [`${owner}/${name}`, createdAt.getTime()]),
    );
  }

  private nameOf({ workspaceId, namespaceId, name }: DataPlaneIdentity): string {
    const full = `${workspaceId ?? namespaceId ?? ''}/${name}`;
    if (this.inService.has(full)) return full;
    if (this.areMore) return OTHER;
    return this.clients.has(full) || this.clients.size < MAX_CLIENTS ? full : OTHER;
  }

  private read(of: (client: Client) => number) {
    const oldest = Date.now() - FORGET_MS;
    for (const [name, { lastPollAt }] of this.clients) {
      if (lastPollAt >= oldest) break;
      this.clients.delete(name);
    }
    return [...this.clients].map(([name, client]) => ({
      labels: { data_plane: name },
      value: of(client),
    }));
  }
}
