import { trace } from '@opentelemetry/api';
import { pino, type Logger } from 'pino';
import type { Metrics } from './metrics/metrics.js';

export type { Logger } from 'pino';

/**
 * JSON lines on stdout, one object a line, with `time` as ISO 8601 UTC; with the ids of the span that is under way,
 * where its trace is sampled.
 *
 * What may be logged: route patterns, statuses, durations, ids of ours, counts. Never an
 * identifier of a user, a token, a payload, a query string, or the message of a foreign error.
 *
 * @param name the app, on every line as `app`
 * @param level lowest level that is written
 * @param metrics counts the lines by level
 */
export function createLogger(name: string, level: string, metrics?: Metrics): Logger {
  const lines = metrics?.counter('log_lines_total', 'Lines that were logged, by level.', {
    labels: ['level'],
    known: [{ level: 'warn' }, { level: 'error' }, { level: 'fatal' }],
  });
  return pino({
    ...(lines && {
      hooks: {
        logMethod(args, method, number) {
          lines.inc({ level: pino.levels.labels[number] ?? 'other' });
          method.apply(this, args);
        },
      },
    }),
    mixin: presentSpan,
    level,
    base: { app: name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}

/** @returns a new object each time: pino writes into it */
function presentSpan(): object {
  const span = trace.getActiveSpan();
  // One that has ended is left over from whoever opened the connection or the timer that speaks here.
  if (span?.isRecording() !== true) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}
