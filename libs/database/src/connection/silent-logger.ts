import type { Logger } from 'typeorm';

/**
 * Logs nothing. TypeORM's log prints statements and errors to the console, and our callers log
 * errors.
 */
export const silentLogger: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};
