import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/**
 * JSON lines on stdout, one object a line, with `time` as ISO 8601 UTC.
 *
 * What may be logged: route patterns, statuses, durations, ids of ours, counts. Never an
 * identifier of a user, a token, a payload, a query string, or the message of a foreign error.
 *
 * @param name the app, on every line as `app`
 * @param level lowest level that is written
 */
export function createLogger(name: string, level: string): Logger {
  return pino({
    level,
    base: { app: name, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
