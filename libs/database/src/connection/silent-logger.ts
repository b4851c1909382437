import type { Logger } from 'typeorm';

/** TypeORM's own log prints statements and errors to the console; ours come from the callers. */
export const silentLogger: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};
