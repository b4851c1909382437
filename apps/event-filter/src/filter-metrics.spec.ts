import { FilterMetrics } from './filter-metrics.js';
import { FilterTally } from './filter-tally.js';

const index = () => ({ users: 12, connected: true, lag: 3, standing: [7] });

describe('FilterMetrics', () => {
  it('counts what was committed, per workspace and source', async () => {
    const metrics = new FilterMetrics(index);
    const tally = new FilterTally();
    tally.forwarded = 5;
    tally.addDropped([
      { workspaceId: 'ws', sourceId: 'web' },
      { workspaceId: 'ws', sourceId: 'web' },
      { workspaceId: 'ws', sourceId: undefined },
    ]);
    tally.addDeadLetter('not_json');
    metrics.add(tally, 4, 17);
    const text = await metrics.registry.metrics();
    for (const line of [
      'lethe_filter_forwarded_events_total 5',
      'lethe_filter_dropped_events_total{workspace="ws",source="web"} 2',
      'lethe_filter_dropped_events_total{workspace="ws",source=""} 1',
      'lethe_filter_dead_letters_total{reason="not_json"} 1',
      'lethe_filter_lag_records{partition="4"} 17',
      'lethe_filter_index_users 12',
      'lethe_filter_index_lag_records 3',
      'lethe_filter_index_connected 1',
      'lethe_filter_index_standing_partitions 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(metrics.totals).toEqual({ forwarded: 5, dropped: 3, deadLetters: 1 });
  });

  it('does not show an index that is cut off as one that knows everything', async () => {
    const cutOff = { users: 12, connected: false, lag: undefined, standing: [] };
    const text = await new FilterMetrics(() => cutOff).registry.metrics();
    expect(text).toContain('lethe_filter_index_connected 0\n');
    expect(text).toMatch(/^lethe_filter_index_lag_records NaN$/im);
  });

  it('stays small however many sources the events name', async () => {
    const metrics = new FilterMetrics(index);
    for (let number = 0; number < 1_500; number += 1) {
      const tally = new FilterTally();
      tally.addDropped([{ workspaceId: 'ws', sourceId: String(number) }]);
      metrics.add(tally, 0, 0);
    }
    const text = await metrics.registry.metrics();
    expect(text.match(/^lethe_filter_dropped_events_total\{/gm)).toHaveLength(1_001);
    expect(text).toContain('{workspace="other",source="other"} 500\n');
  });

  it('shows what stands still, and why, until it goes on', async () => {
    const metrics = new FilterMetrics(index);
    metrics.noteStanding(3, 'MESSAGE_TOO_LARGE');
    const line = 'lethe_filter_standing{partition="3",reason="MESSAGE_TOO_LARGE"} 1';
    expect(await metrics.registry.metrics()).toContain(`${line}\n`);
    expect(metrics.allMove).toBe(false);
    metrics.noteResumed(3);
    expect(await metrics.registry.metrics()).not.toContain('lethe_filter_standing{');
    expect(metrics.allMove).toBe(true);
  });

  it('forgets partitions that are somebody else’s now', async () => {
    const metrics = new FilterMetrics(index);
    metrics.add(new FilterTally(), 1, 5);
    metrics.add(new FilterTally(), 2, 5);
    metrics.noteStanding(1, 'CORRUPT_BATCH');
    metrics.keepPartitions([2]);
    expect(metrics.allMove).toBe(true);
    const text = await metrics.registry.metrics();
    expect(text).not.toContain('partition="1"');
    expect(text).toContain('partition="2"');
  });
});
