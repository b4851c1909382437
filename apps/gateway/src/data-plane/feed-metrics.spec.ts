import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { DataPlaneIdentity, DataPlaneInService } from '@lethe/catalog';
import { Metrics } from '@lethe/observability';
import { FeedMetrics } from './feed-metrics.js';

/**
 * Unix time at which the oldest data plane was created. Each further data plane is a second
 * younger.
 */
const CREATED = 1_800_000_000;
const PAGE = { items: [], token: 't' };

let feed: FeedMetrics;
afterEach(() => {
  feed.onApplicationShutdown();
  jest.useRealTimers();
});

/**
 * @param names names of the data planes in service, the oldest first; a test can change the list
 */
function open(names: readonly string[]) {
  const metrics = new Metrics(true);
  const inService = (limit: number) => {
    const found = names.map<DataPlaneInService>((name, n) => ({
      ...{ owner: 'w', name, createdAt: new Date((CREATED + n) * 1_000) },
    }));
    return Promise.resolve(found.slice(0, limit));
  };
  feed = new FeedMetrics({ metrics, dataPlaneCatalog: { inService } });
  return {
    poll: (name: string) => {
      const client: DataPlaneIdentity = {
        ...{ dataPlaneId: name, name, workspaceId: 'w', workspaceIds: ['w'] },
      };
      feed.count(client, PAGE, { limit: 10, fromStart: false });
    },
    text: () => metrics.registry.metrics(),
    /** Returns the labels of the data planes that have polled. */
    polled: async () => {
      const text = await metrics.registry.metrics();
      return [...text.matchAll(/last_poll_timestamp_seconds\{data_plane="(.*)"\}/g)].map(
        ([, name]) => name,
      );
    },
  };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `plane-${n}`);
const created = (name: string, at: number): string =>
  `lethe_feed_client_created_timestamp_seconds{data_plane="${name}"} ${at}\n`;

describe('FeedMetrics', () => {
  it('shows the creation time of a data plane that never polled', async () => {
    const { polled, text } = open(['silent']);
    await nextTurn(); // the list of data planes arrives before the next turn
    expect(await text()).toContain(created('w/silent', CREATED));
    expect(await polled()).toEqual([]);
  });

  it('shows the oldest 200 data planes by name, so that every gateway shows the same names', async () => {
    const { poll, polled } = open(names(201));
    await nextTurn();
    poll('plane-200');
    poll('plane-199');
    expect(await polled()).toEqual(['other', 'w/plane-199']);
  });

  it('shows the creation time of the oldest data plane without a label of its own, so that an alert can notice that it never polled', async () => {
    const { text } = open(names(250));
    await nextTurn();
    const shown = await text();
    expect(shown).toContain(created('other', CREATED + 200));
    expect(shown).not.toContain('data_plane="w/plane-200"');
  });

  it('drops the label of a data plane that polled before the first list and is not among the oldest 200', async () => {
    const { poll, polled } = open(names(201));
    poll('plane-200');
    poll('plane-0');
    expect(await polled()).toEqual(['w/plane-200', 'w/plane-0']);
    await nextTurn();
    expect(await polled()).toEqual(['w/plane-0']);
  });

  it('drops revoked data planes, and drops the label "other" when no data plane needs it', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    const inService = names(201);
    const { poll, polled, text } = open(inService);
    await nextTurn();
    poll('plane-0');
    poll('plane-1');
    poll('plane-200');
    inService.shift();
    jest.advanceTimersByTime(30_000);
    await nextTurn();
    expect(await polled()).toEqual(['w/plane-1']);
    expect(await text()).not.toContain('data_plane="other"');
  });
});
