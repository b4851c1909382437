import { jest } from '@jest/globals';
import { trace, type Span } from '@opentelemetry/api';
import { pino } from 'pino';
import { createLogger } from './logger.js';
import { Metrics } from './metrics/metrics.js';

type Line = Readonly<Record<string, unknown>>;

function open() {
  const metrics = new Metrics();
  const logger = createLogger('app', 'info', metrics);
  const lines: Line[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Line);
  Object.assign(logger, { [pino.symbols.streamSym]: { write } });
  return { logger, lines, text: () => metrics.registry.metrics() };
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('createLogger', () => {
  it('counts the lines that are written, by level', async () => {
    const { logger, lines, text } = open();
    logger.debug('not written');
    logger.info({ a: 1 }, 'one');
    logger.info('two');
    logger.warn({ a: 1 }, 'three');
    expect(lines.map(({ msg }) => msg)).toEqual(['one', 'two', 'three']);
    const shown = await text();
    expect(shown).toContain('lethe_log_lines_total{level="info"} 2\n');
    expect(shown).toContain('lethe_log_lines_total{level="warn"} 1\n');
    expect(shown).toContain('lethe_log_lines_total{level="error"} 0\n');
    expect(shown).not.toContain('debug');
  });

  it('adds the ids of the current span only to the lines within the span', () => {
    const { logger, lines } = open();
    const ids = { traceId: 't', spanId: 's', traceFlags: 1 };
    const span = { isRecording: () => true, spanContext: () => ids } as Partial<Span> as Span;
    const fields = Object.freeze({ a: 1 });
    logger.info(fields, 'before');
    const active = jest.spyOn(trace, 'getActiveSpan').mockReturnValue(span);
    logger.info(fields, 'within');
    active.mockReturnValue(undefined);
    logger.info(fields, 'after');
    const within = { trace_id: 't', span_id: 's' };
    expect(lines.map(({ trace_id, span_id, a }) => ({ trace_id, span_id, a }))).toEqual([
      { a: 1 },
      { a: 1, ...within },
      { a: 1 },
    ]);
  });
});
