import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { DataPlaneIdentity, DataPlaneInService } from '@lethe/catalog';
import { Metrics } from '@lethe/observability';
import { FeedMetrics } from './feed-metrics.js';

/** Unix time of the oldest; each further one came a second later. */
const CREATED = 1_800_000_000;
const PAGE = { items: [], token: 't' };

let feed: FeedMetrics;
afterEach(() => {
  feed.onApplicationShutdown();
  jest.useRealTimers();
});

/** @param names of those in service, the oldest first; they may change */
function open(names: readonly string[]) {
  const metrics = new Metrics(true);
  const inService = (most: number) => {
    const found = names.map<DataPlaneInService>((name, n) => ({
      ...{ owner: 'w', name, createdAt: new Date((CREATED + n) * 1_000) },
    }));
    return Promise.resolve(found.slice(0, most));
  };
  feed = new FeedMetrics({ metrics, dataPlaneCatalog: { inService } });
  return {
    poll: (name: string) => {
      const who: DataPlaneIdentity = {
        ...{ dataPlaneId: name, name, workspaceId: 'w', workspaceIds: ['w'] },
      };
      feed.count(who, PAGE, { limit: 10, fromStart: false });
    },
    text: () => metrics.registry.metrics(),
    /** Those that have polled, as they are shown. */
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
  it('shows since when a data plane is there that never polled', async () => {
    const { polled, text } = open(['silent']);
    await nextTurn(); // it has been told
    expect(await text()).toContain(created('w/silent', CREATED));
    expect(await polled()).toEqual([]);
  });

  it('tells the same ones apart at each gateway, where there are more than it shows', async () => {
    const { poll, polled } = open(names(201));
    await nextTurn();
    poll('plane-200');
    poll('plane-199');
    expect(await polled()).toEqual(['other', 'w/plane-199']);
  });

  it('shows since when there are more, so that these are missed, too', async () => {
    const { text } = open(names(250));
    await nextTurn();
    const shown = await text();
    expect(shown).toContain(created('other', CREATED + 200));
    expect(shown).not.toContain('data_plane="w/plane-200"');
  });

  it('forgets the name of one of the others that polled before it was told who there is', async () => {
    const { poll, polled } = open(names(201));
    poll('plane-200');
    poll('plane-0');
    expect(await polled()).toEqual(['w/plane-200', 'w/plane-0']);
    await nextTurn();
    expect(await polled()).toEqual(['w/plane-0']);
  });

  it('forgets who is revoked, and the others when there are no more of them', async () => {
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
