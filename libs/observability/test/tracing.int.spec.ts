import { jest } from '@jest/globals';
import { loadConfig } from '@lethe/config';
import { LetheError } from '@lethe/contracts';
import type { OutgoingRecord, Publisher } from '@lethe/messaging';
import { TestCollector, waitFor } from '@lethe/testing';
import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';
import {
  continueTraces,
  inSpan,
  outsideTraces,
  currentTraceparent,
  RequestSpan,
  startTracing,
  withTraceparent,
  tracingVariables,
  type Tracing,
} from '../src/tracing/index.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const SAMPLED = `00-${TRACE}-${CALLER}-01`;
const UNSAMPLED = `00-${TRACE}-${CALLER}-00`;
const nth = (n: number): string => `00-${String(n + 1).padStart(32, '0')}-${CALLER}-01`;

const nothing = () => Promise.resolve();

describe('tracing', () => {
  let collector: TestCollector;
  let tracing: Tracing | undefined;
  const warnings: unknown[] = [];

  beforeEach(async () => {
    collector = await TestCollector.start();
    warnings.length = 0;
  });
  afterEach(async () => {
    await tracing?.stop();
    await collector.stop();
  });

  const start = async (environment: Record<string, string> = {}): Promise<void> => {
    const config = loadConfig(z.object(tracingVariables), {
      ...collector.environment,
      ...environment,
    });
    const logger = { warn: (...line: unknown[]) => void warnings.push(line) };
    tracing = await startTracing(config, { app: 'test', logger });
  };
  /** Stops tracing and returns all spans. */
  const spans = async () => {
    await tracing?.stop();
    return collector.spans;
  };

  it('does nothing without a collector, or when tracing is switched off', async () => {
    for (const [name, value] of [
      ['OTEL_EXPORTER_OTLP_ENDPOINT', ''],
      ['OTEL_SDK_DISABLED', 'true'],
    ] as const) {
      await start({ [name]: value });
      expect(tracing?.isOn).toBe(false);
      const hops = await continueTraces([SAMPLED], 'work', {}, (_, hops) =>
        inSpan('part', {}, () => Promise.resolve([hops.size, currentTraceparent()])),
      );
      expect(hops).toEqual([0, undefined]);
    }
    expect(await spans()).toEqual([]);
  });

  it('continues the trace of its caller, and passes the trace on', async () => {
    await start();
    const passedOn = await continueTraces(
      [SAMPLED],
      'work',
      { side: 'consumer', attributes: { 'lethe.jobs': 2 } },
      (_, hops) =>
        inSpan('part', {}, () => Promise.resolve([hops.get(SAMPLED), currentTraceparent()])),
    );
    const [part, work] = await spans();
    expect(work).toMatchObject({
      ...{ name: 'work', traceId: TRACE, parentSpanId: CALLER, service: 'lethe-test' },
      attributes: { 'lethe.jobs': 2 },
    });
    expect(part).toMatchObject({ name: 'part', traceId: TRACE, parentSpanId: work?.spanId });
    expect(passedOn).toEqual([
      `00-${TRACE}-${work?.spanId ?? ''}-01`,
      `00-${TRACE}-${part?.spanId ?? ''}-01`,
    ]);
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['a text that is no traceparent', 'user-1'],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${CALLER}-01`],
    ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the invalid version ff', `ff-${TRACE}-${CALLER}-01`],
    ['upper case', SAMPLED.toUpperCase()],
    ['more fields than its version has', `${SAMPLED}-more`],
    ['too many characters', `01-${TRACE}-${CALLER}-01-${'x'.repeat(100_000)}`],
    ['two values', `${SAMPLED}, ${SAMPLED}`],
    ['an array', [SAMPLED]],
    ['a trace that is not sampled', UNSAMPLED],
  ])('begins no trace for work that comes with %s', async (_, traceparent) => {
    await start();
    const seen = await continueTraces([traceparent], 'work', {}, (_, hops) =>
      inSpan('part', {}, () => Promise.resolve([hops.size, currentTraceparent()])),
    );
    expect(seen).toEqual([0, undefined]);
    expect(await spans()).toEqual([]);
  });

  it('adds a span for shared work to each trace that shares it, up to a hundred traces', async () => {
    await start();
    const traceparents = Array.from({ length: 150 }, (_, n) => nth(n));
    await continueTraces([...traceparents, nth(0)], 'shared', {}, () =>
      inSpan('part', {}, nothing),
    );
    const all = await spans();
    const shared = all.filter(({ name }) => name === 'shared');
    expect(new Set(shared.map(({ traceId }) => traceId)).size).toBe(100);
    expect(shared).toHaveLength(100);
    const [first, ...others] = shared;
    expect(all.filter(({ name }) => name === 'part')).toMatchObject([
      { traceId: first?.traceId, parentSpanId: first?.spanId },
    ]);
    const { traceId, spanId } = first!;
    for (const { links } of others) expect(links).toMatchObject([{ traceId, spanId }]);
  });

  it('records the kind of a failure, and not its message', async () => {
    await start();
    const failing = (error: unknown) =>
      continueTraces([SAMPLED], 'work', {}, () => Promise.reject(error as Error)).catch(nothing);
    await failing(new RangeError('user-1 is too long'));
    await failing(new LetheError('not_found', { message: 'user-1 is not here' }));
    await failing(Object.assign(new Error('user-1'), { name: 'user-1 has no name' }));
    await failing('user-1');
    const types = (await spans()).map(({ attributes, status }) => [attributes, status]);
    expect(types).toEqual(
      ['RangeError', 'not_found', 'other', 'other'].map((type) => [
        { 'error.type': type },
        { code: 2 },
      ]),
    );
    expect(collector.bodies.join('')).not.toContain('user-1');
  });

  it('adds no span for work in `outsideTraces`, or for work that begins after the surrounding span has ended', async () => {
    await start();
    let later = nothing;
    await continueTraces([SAMPLED], 'work', {}, async () => {
      await outsideTraces(() => inSpan('shared', {}, nothing));
      let go: () => void;
      const ended = new Promise<void>((resolve) => (go = resolve));
      const left = ended.then(() => inSpan('late', {}, nothing)); // in the context of an ended span
      later = () => {
        go();
        return left;
      };
    });
    await later();
    expect((await spans()).map(({ name }) => name)).toEqual(['work']);
  });

  describe('with requests from outside', () => {
    const request = async (caller?: string): Promise<void> => {
      const span = RequestSpan.start('GET /', {}, caller, tracing!.followsCallers);
      await new Promise<void>((resolve) => {
        const part = () => void inSpan('part', {}, nothing).then(resolve);
        if (span === undefined) outsideTraces(part);
        else span.run(part);
      });
      span?.end();
    };
    const requestSpans = async () => (await spans()).filter(({ name }) => name === 'GET /');

    it('continues the trace and the sampling of the caller with a parent-based sampler', async () => {
      await start({
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0',
      });
      await request(SAMPLED);
      await request();
      expect(await requestSpans()).toMatchObject([{ traceId: TRACE, parentSpanId: CALLER }]);
    });

    it.each(['traceidratio', 'always_on'])(
      'begins a new trace with %s, and only links to the trace of the caller',
      async (sampler) => {
        await start({ OTEL_TRACES_SAMPLER: sampler });
        await request(UNSAMPLED);
        const [span] = await requestSpans();
        expect(span?.traceId).not.toBe(TRACE);
        expect(span?.parentSpanId ?? '').toBe('');
        expect(span?.links).toMatchObject([{ traceId: TRACE, spanId: CALLER }]);
      },
    );

    it('lets no caller force a trace by an id or a flag if the sampler is not parent-based', async () => {
      await start({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.000000001' });
      for (let n = 0; n < 100; n += 1) await request(nth(n)); // the sampler would keep these ids
      await request(`00-${'f'.repeat(32)}-${CALLER}-01`);
      expect(await requestSpans()).toEqual([]);
    });

    it('enters an asynchronous context only for sampled requests, because a context makes all promises slower', async () => {
      await start({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
      const enter = jest.spyOn(AsyncLocalStorage.prototype, 'run');
      try {
        await request();
        await request(UNSAMPLED);
        await continueTraces([undefined], 'work', {}, () => inSpan('part', {}, nothing));
        expect(enter).not.toHaveBeenCalled();
        await request(SAMPLED);
        expect(enter).toHaveBeenCalled();
      } finally {
        enter.mockRestore();
      }
      expect(await requestSpans()).toMatchObject([{ traceId: TRACE }]);
    });

    it('keeps a request that is not sampled out of the trace in which it begins', async () => {
      await start({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
      await continueTraces([SAMPLED], 'work', {}, () => request());
      expect((await spans()).map(({ name }) => name)).toEqual(['work']);
    });

    it('gives a part of a request a span whose parent is the span of the request', async () => {
      await start();
      await request();
      const all = await spans();
      const requestSpan = all.find(({ name }) => name === 'GET /');
      expect(all.find(({ name }) => name === 'part')).toMatchObject({
        traceId: requestSpan?.traceId,
        parentSpanId: requestSpan?.spanId,
      });
    });
  });

  it('adds `traceparent` only to records that have `ce_traceparent`', async () => {
    await start();
    const sent: OutgoingRecord[] = [];
    const publisher: Publisher = {
      connect: nothing,
      close: nothing,
      publish: (records) => {
        sent.push(...records);
        return Promise.resolve(new Map());
      },
    };
    const record = (headers: Record<string, string>) => ({
      topic: 't',
      key: 'k',
      value: '',
      headers,
    });
    await withTraceparent(publisher).publish([
      record({ ce_traceparent: SAMPLED }),
      record({ ce_id: '1' }),
      record({ ce_traceparent: UNSAMPLED }),
    ]);
    const [publish, ...others] = await spans();
    expect(others).toEqual([]);
    expect(publish).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
    expect(sent.map(({ headers }) => headers)).toEqual([
      { ce_traceparent: SAMPLED, traceparent: `00-${TRACE}-${publish?.spanId ?? ''}-01` },
      { ce_id: '1' },
      { ce_traceparent: UNSAMPLED, traceparent: UNSAMPLED },
    ]);
  });

  it('limits the number of waiting spans while the collector is slow', async () => {
    await start({ OTEL_BSP_MAX_QUEUE_SIZE: '10', OTEL_BSP_SCHEDULE_DELAY: '600000' });
    const many = Array.from({ length: 1_000 }, () =>
      continueTraces([SAMPLED], 'work', {}, nothing),
    );
    await Promise.all(many); // ends before the collector can answer
    expect((await spans()).length).toBeLessThanOrEqual(20); // ten spans are sent, and ten wait
    expect(collector.spans.length).toBeGreaterThan(0);
  });

  it('reports dropped spans although no export failed', async () => {
    await start({ OTEL_BSP_MAX_QUEUE_SIZE: '10', OTEL_BSP_SCHEDULE_DELAY: '600000' });
    const one = () => continueTraces([SAMPLED], 'work', {}, nothing);
    await Promise.all(Array.from({ length: 1_000 }, one));
    const isReported = async () => {
      await one(); // the SDK reports the loss when the queue has space
      return warnings.length > 0;
    };
    await waitFor(isReported, { message: 'a warning' });
    expect(warnings[0]).toEqual([
      { error: expect.objectContaining({ name: 'SpansDroppedError' }) as unknown },
      'spans could not be sent to the collector',
    ]);
  });

  it('reports an unreachable collector, without the content of spans', async () => {
    await collector.stop();
    await start({ OTEL_EXPORTER_OTLP_TIMEOUT: '1' });
    for (let round = 0; round < 5; round += 1) {
      await continueTraces([SAMPLED], 'work', {}, nothing);
    }
    await waitFor(() => warnings.length > 0, { message: 'a warning' });
    await tracing?.stop();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toEqual([expect.anything(), 'spans could not be sent to the collector']);
    expect(JSON.stringify(warnings)).not.toContain(TRACE);
    collector = await TestCollector.start();
  });
});
