import { trace } from '@opentelemetry/api';
import { pino, type Logger } from 'pino';
import { timeOfLine } from './line-time.js';
import type { Metrics } from './metrics/metrics.js';

export type { Logger } from 'pino';

/**
 * Creates a logger that writes JSON lines to stdout, with `time` as ISO 8601 UTC. In a sampled
 * trace, each line has the ids of the current span.
 *
 * Log only route patterns, statuses, durations, our own ids and counts. Never log an identifier of
 * a user, a token, a payload, a query string, or the message of an error that our code did not
 * create.
 *
 * @param name name of the app, written on every line as `app`
 * @param level lowest level that is written
 * @param metrics counts the lines by level
 */
export function createLogger(name: string, level: string, metrics?: Metrics): Logger {
  const lines = metrics?.counter('log_lines_total', 'Lines that were logged, by level.', {
    labels: ['level'],
    known: [{ level: 'warn' }, { level: 'error' }, { level: 'fatal' }],
  });
  return pino({
    mixin: (_fields, number) => {
      lines?.inc({ level: pino.levels.labels[number] ?? 'other' });
      return currentSpan();
    },
    // Most lines have no span. Their fields are not copied.
    mixinMergeStrategy: (fields: object, span: object) =>
      span === NO_SPAN_IDS ? fields : { ...span, ...fields },
    level,
    base: { app: name, pid: process.pid },
    timestamp: () => timeOfLine(Date.now()),
    formatters: { level: (label) => ({ level: label }) },
  });
}

const NO_SPAN_IDS = {};

function currentSpan(): object {
  const span = trace.getActiveSpan();
  // The active span can have ended already. It then belongs to the code that opened a connection or
  // a timer, and not to this line.
  if (span?.isRecording() !== true) return NO_SPAN_IDS;
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}
