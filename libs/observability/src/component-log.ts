import type { Logger } from './logger.js';

/** Passes the messages of a client library on to our log, its fields together under `component`. */
export function componentLog(
  logger: Logger,
  component: string,
): (
  level: 'warn' | 'info' | 'debug',
  message: string,
  fields: Readonly<Record<string, string | number>>,
) => void {
  return (level, message, fields) => {
    logger[level]({ [component]: fields }, message);
  };
}
