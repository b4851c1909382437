import type { Logger } from 'typeorm';

/**
 * Logs nothing, because TypeORM would print statements and errors to the console. Our callers log
 * the errors.
 */
export const silentLogger: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};
