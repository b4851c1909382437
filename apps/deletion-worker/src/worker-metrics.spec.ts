import { Metrics } from '@lethe/observability';
import { WorkerMetrics } from './worker-metrics.js';

describe('the metrics of calls', () => {
  const registered = new Metrics();
  const metrics = new WorkerMetrics(registered);
  const shown = async (start: string): Promise<string[]> => {
    const lines = (await registered.registry.metrics()).split('\n');
    return lines.filter((line) => line.startsWith(start));
  };
  const last = 'lethe_deletion_worker_last_call_timestamp_seconds';

  it('start at 0, so that Prometheus sees the first failure as an increase', async () => {
    const calls = 'lethe_deletion_worker_calls_total{destination_type="WEBHOOK",';
    expect(await shown(calls)).toContain(`${calls}outcome="delayed"} 0`);
    expect(await shown(last)).toEqual([]);
  });

  it('contain the time of the last success and of the last failure that is retried', async () => {
    for (const outcome of ['aborted', 'interrupted', 'refused'] as const) {
      metrics.called('WEBHOOK', outcome);
    }
    expect(await shown(last)).toEqual([]);
    metrics.called('WEBHOOK', 'delayed');
    expect(await shown(last)).toEqual([expect.stringContaining('result="failed"')]);
    metrics.called('WEBHOOK', 'accepted');
    expect(await shown(last)).toHaveLength(2);
  });
});
