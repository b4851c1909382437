import { Metrics } from '@lethe/observability';
import { FilterMetrics } from './filter-metrics.js';
import { FilterTally } from './filter-tally.js';

const index = () => ({
  ...{ users: 12, connected: true, lag: 3, standing: [7] },
  snapshotAsOf: new Date('2026-01-01T00:00:00Z'),
});

const batch = (partition: number, lag: number) => ({ partition, lag });

function open(status: () => ReturnType<typeof index> | typeof CUT_OFF = index) {
  const all = new Metrics();
  return { metrics: new FilterMetrics(all, status), text: () => all.registry.metrics() };
}

const CUT_OFF = {
  ...{ users: 12, connected: false, lag: undefined, standing: [] },
  snapshotAsOf: undefined,
};

describe('FilterMetrics', () => {
  it('counts committed events for each workspace and source', async () => {
    const { metrics, text: read } = open();
    metrics.keepPartitions([4]);
    const tally = new FilterTally();
    tally.forwarded = 5;
    tally.withoutUser = 2;
    tally.addDropped([
      { workspaceId: 'ws', sourceId: 'web' },
      { workspaceId: 'ws', sourceId: 'web' },
      { workspaceId: 'ws', sourceId: undefined },
    ]);
    tally.addDeadLetter('not_json');
    metrics.add(tally, batch(4, 17), 10n, 0.2);
    const text = await read();
    for (const line of [
      'lethe_filter_forwarded_events_total 5',
      'lethe_filter_dropped_events_total{workspace="ws",source="web"} 2',
      'lethe_filter_dropped_events_total{workspace="ws",source=""} 1',
      'lethe_filter_dead_letters_total{reason="not_json"} 1',
      'lethe_filter_lag_records{partition="4"} 17',
      'lethe_filter_events_without_user_total 2',
      'lethe_filter_batch_duration_seconds_count 1',
      'lethe_filter_index_snapshot_timestamp_seconds 1767225600',
      'lethe_filter_index_users 12',
      'lethe_filter_index_lag_records 3',
      'lethe_filter_index_connected 1',
      'lethe_filter_index_standing_partitions 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(metrics.totals).toEqual({ forwarded: 5, dropped: 3, deadLetters: 1 });
  });

  it('reports NaN as the lag of a disconnected index', async () => {
    const text = await open(() => CUT_OFF).text();
    expect(text).toContain('lethe_filter_index_connected 0\n');
    expect(text).toMatch(/^lethe_filter_index_lag_records NaN$/im);
  });

  it('reports at most 1,000 pairs of workspace and source, and all further pairs as one pair', async () => {
    const { metrics, text: read } = open();
    for (let number = 0; number < 1_500; number += 1) {
      const tally = new FilterTally();
      tally.addDropped([{ workspaceId: 'ws', sourceId: String(number) }]);
      metrics.add(tally, batch(0, 0), 10n, 0);
    }
    const text = await read();
    expect(text.match(/^lethe_filter_dropped_events_total\{/gm)).toHaveLength(1_001);
    expect(text).toContain('{workspace="other",source="other"} 500\n');
  });

  it('reports a stopped partition with the reason until the partition resumes', async () => {
    const { metrics, text: read } = open();
    metrics.keepPartitions([3]);
    metrics.noteStopped(3, 'MESSAGE_TOO_LARGE');
    const line = 'lethe_filter_standing{partition="3",reason="MESSAGE_TOO_LARGE"} 1';
    expect(await read()).toContain(`${line}\n`);
    expect(metrics.isRunning).toBe(false);
    metrics.noteResumed(3);
    expect(await read()).not.toContain('lethe_filter_standing{');
    expect(metrics.isRunning).toBe(true);
  });

  it('removes partitions that went to other instances', async () => {
    const { metrics, text: read } = open();
    metrics.keepPartitions([1, 2]);
    metrics.add(new FilterTally(), batch(1, 5), 10n, 0);
    metrics.add(new FilterTally(), batch(2, 5), 10n, 0);
    metrics.noteStopped(1, 'CORRUPT_BATCH');
    metrics.keepPartitions([2]);
    expect(metrics.isRunning).toBe(true);
    const text = await read();
    expect(text).not.toContain('partition="1"');
    expect(text).toContain('partition="2"');
  });

  it('counts events from a revoked partition, but reports nothing about the partition', async () => {
    const { metrics, text: read } = open();
    metrics.keepPartitions([1, 2]);
    metrics.keepPartitions([2]);
    const tally = new FilterTally();
    tally.forwarded = 5;
    metrics.add(tally, batch(1, 5), 10n, 0);
    metrics.noteStopped(1, 'INVALID_PRODUCER_EPOCH');
    metrics.noteEnds([0, 100, 100]);
    expect(metrics.isRunning).toBe(true);
    const text = await read();
    expect(text).not.toContain('partition="1"');
    expect(text).toContain('lethe_filter_partitions 1\n');
    expect(text).toContain('lethe_filter_forwarded_events_total 5\n');
    expect(text).toContain('lethe_filter_retries_total 1\n');
  });

  it('does not count transaction markers in the lag', async () => {
    const { metrics, text } = open();
    metrics.keepPartitions([0]);
    metrics.add(new FilterTally(), batch(0, 0), 12n, 0); // two markers follow offset 9
    metrics.noteEnds([12]);
    expect(await text()).toContain('lethe_filter_lag_records{partition="0"} 0\n');
  });

  it('computes the lag from the offset at which a partition resumes after a join', async () => {
    const { metrics, text } = open();
    metrics.keepPartitions([0, 1]);
    metrics.add(new FilterTally(), batch(0, 0), 10n, 0);
    metrics.keepPartitions([0, 1]);
    metrics.noteEnds([50, 50]);
    metrics.noteResumed(0, '50');
    metrics.noteResumed(1, '20');
    const shown = await text();
    expect(shown).toContain('lethe_filter_lag_records{partition="0"} 0\n');
    expect(shown).toContain('lethe_filter_lag_records{partition="1"} 30\n');
  });

  it('increases the lag when a partition gets records, even before a batch is committed', async () => {
    const { metrics, text } = open();
    metrics.keepPartitions([0, 1]);
    metrics.add(new FilterTally(), batch(0, 0), 10n, 0);
    metrics.noteEnds([30, 100]);
    metrics.noteEnds([35, 104]);
    const shown = await text();
    expect(shown).toContain('lethe_filter_lag_records{partition="0"} 25\n');
    expect(shown).toContain('lethe_filter_lag_records{partition="1"} 4\n');
    expect(shown).toContain('lethe_filter_partitions 2\n');
    expect(shown).toContain('lethe_filter_last_commit_timestamp_seconds{partition="0"}');
    expect(shown).not.toContain('lethe_filter_last_commit_timestamp_seconds{partition="1"}');
  });
});
