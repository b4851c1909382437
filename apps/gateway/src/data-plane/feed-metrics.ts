import type { DataPlaneIdentity } from '@lethe/catalog';
import type { SuppressionPage } from '@lethe/contracts';
import type { Metrics } from '@lethe/observability';

/** Data planes that are told apart; tenants make them, so there may be any number. */
const MAX_CLIENTS = 200;
const OTHER = 'other';
/** One that has not polled for so long was taken out of service. */
const FORGET_MS = 24 * 60 * 60 * 1_000;

interface Client {
  /** Milliseconds since the epoch. */
  lastPollAt: number;
  /** Items that are known to be still ahead of it: at least a page after a full one. */
  lag: number;
}

/** What is counted of the polls of the suppression feed. */
export class FeedMetrics {
  private readonly clients = new Map<string, Client>();
  private readonly pages;
  private readonly items;

  constructor(metrics: Metrics) {
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

  private nameOf({ workspaceId, namespaceId, name }: DataPlaneIdentity): string {
    const full = `${workspaceId ?? namespaceId ?? ''}/${name}`;
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
