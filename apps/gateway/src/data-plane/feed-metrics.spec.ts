import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataPlaneIdentity, DataPlaneInService } from '@lethe/catalog';
import { Metrics } from '@lethe/observability';
import { FeedMetrics } from './feed-metrics.js';

const CREATED = new Date('2026-01-01T00:00:00Z');
const PAGE = { items: [], token: 't' };

let feed: FeedMetrics;
afterEach(() => {
  feed.stop();
});

async function open(names: readonly string[]) {
  const metrics = new Metrics(true);
  const found: DataPlaneInService[] = names.map((name) => ({
    ...{ owner: 'w', name, createdAt: CREATED },
  }));
  feed = new FeedMetrics(metrics, {
    inService: (most) => Promise.resolve(found.slice(0, most)),
  });
  await nextTurn(); // it has been told
  return {
    poll: (name: string) => {
      const who: DataPlaneIdentity = {
        ...{ dataPlaneId: name, name, workspaceId: 'w', workspaceIds: ['w'] },
      };
      feed.count(who, PAGE, { limit: 10, fromStart: false });
    },
    text: () => metrics.registry.metrics(),
  };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `plane-${n}`);

describe('FeedMetrics', () => {
  it('shows since when a data plane is there that never polled', async () => {
    const { text } = await open(['silent']);
    const shown = await text();
    expect(shown).toContain(
      `lethe_feed_client_created_timestamp_seconds{data_plane="w/silent"} ${String(CREATED.getTime() / 1_000)}\n`,
    );
    expect(shown).not.toContain('lethe_feed_client_last_poll_timestamp_seconds{');
  });

  it('tells the same ones apart at each gateway, where there are more than it shows', async () => {
    const { poll, text } = await open(names(201));
    poll('plane-200');
    poll('plane-199');
    const polled = [
      ...(await text()).matchAll(/last_poll_timestamp_seconds\{data_plane="(.*)"\}/g),
    ];
    expect(polled.map(([, name]) => name)).toEqual(['other', 'w/plane-199']);
  });
});
