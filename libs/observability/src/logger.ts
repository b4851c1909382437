import { trace } from '@opentelemetry/api';
import { pino, type Logger } from 'pino';
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
  const { stream, endLine } = (stdout ??= linesOfTurn());
  return pino(
    {
      hooks: {
        logMethod(args, method, number) {
          lines?.inc({ level: pino.levels.labels[number] ?? 'other' });
          method.apply(this, args);
          endLine(number);
        },
      },
      mixin: currentSpan,
      mixinMergeStrategy: (line, span) => (span === NO_SPAN ? line : { ...line, ...span }),
      level,
      base: { app: name, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
}

/** All loggers of a process share it, so that their lines stay in sequence. */
let stdout: ReturnType<typeof linesOfTurn> | undefined;

const { warn: WARN = 40 } = pino.levels.values;
/** With more characters, the lines are written before the end of the turn. */
const MAX_TURN_LENGTH = 64 * 1024;

/**
 * Collects the lines of one turn of the event loop, and writes them to stdout with one system call.
 * A line of the level `warn` or above is written at once, with all lines before it.
 */
function linesOfTurn() {
  const output = pino.destination({ dest: 1, sync: true });
  let lines = '';
  let waiting: NodeJS.Immediate | undefined;
  const writeAll = () => {
    waiting = undefined;
    const all = lines;
    lines = '';
    if (all !== '') output.write(all);
  };
  process.once('exit', writeAll);
  return {
    stream: {
      write: (line: string) => {
        lines += line;
        waiting ??= setImmediate(writeAll).unref();
        if (lines.length > MAX_TURN_LENGTH) writeAll();
      },
    },
    endLine: (level: number) => {
      if (level >= WARN) writeAll();
    },
  };
}

const NO_SPAN = Object.freeze({});

function currentSpan(): object {
  const span = trace.getActiveSpan();
  // The active span can have ended already. It then belongs to the code that opened a connection or
  // a timer, and not to this line.
  if (span?.isRecording() !== true) return NO_SPAN;
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}
