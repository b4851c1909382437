import { loadConfig } from '@lethe/config';
import { TestCollector } from '@lethe/testing';
import { startTracing, tracingVariables } from '@lethe/observability';
import { z } from 'zod';
import { DropTraces } from '../src/drop-traces.js';

const traceparent = (n: number): string =>
  `00-${String(n + 1).padStart(32, '0')}-b7ad6b7169203331-01`;

describe('DropTraces', () => {
  it('adds at most 100 spans to the traces of the producers, and ignores invalid headers', async () => {
    const collector = await TestCollector.start();
    const config = loadConfig(z.object(tracingVariables), collector.environment);
    const logger = { warn: () => undefined };
    const tracing = await startTracing(config, { app: 'event-filter', logger });
    const dropped = [{ workspaceId: 'ws', sourceId: 'user-1' }];
    const records = new DropTraces();
    records.add({ headers: {} }, dropped);
    for (const odd of [null, 'user-1', ['user-1'], [traceparent(0), traceparent(1)]]) {
      records.add({ headers: { traceparent: odd } }, dropped);
    }
    records.add({ headers: { traceparent: Buffer.from(traceparent(0)) } }, []);
    for (let n = 0; n < 150; n += 1) {
      records.add({ headers: { traceparent: Buffer.from(traceparent(n)) } }, dropped);
    }
    records.show({ topic: 'events', partition: 3, at: Date.now() });
    await new Promise(setImmediate); // a span ends when its promise resolves
    await tracing.stop();
    await collector.stop();

    const { spans } = collector;
    expect(spans.length).toBeGreaterThan(90);
    expect(spans.length).toBeLessThanOrEqual(100);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(spans.length);
    expect(spans[0]).toMatchObject({
      name: 'drop',
      parentSpanId: 'b7ad6b7169203331',
      attributes: {
        'messaging.destination.name': 'events',
        'messaging.destination.partition.id': '3',
        'lethe.workspace.id': 'ws',
        'lethe.events.dropped': 1,
      },
    });
    expect(collector.bodies.join('')).not.toContain('user-1');
  });
});
