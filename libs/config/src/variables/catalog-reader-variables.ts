import { databaseUrl, postgresVariables } from './postgres-variables.js';
import { unavailableVariables } from './unavailable-after.js';
import { secretKey } from './secret-keys.js';
import { fileOf, integer } from './kinds.js';

/**
 * Variables of an app that reads the catalog and decrypts its secrets, but never writes to the
 * database.
 */
export const catalogReaderVariables = {
  DATABASE_URL: databaseUrl('PostgreSQL with the catalog, read only'),
  ...postgresVariables,
  ...unavailableVariables,
  LETHE_DATABASE_POOL: integer({ min: 1, max: 200 }, 5).describe(
    'Maximum number of database connections.',
  ),
  LETHE_SECRET_KEY: secretKey().describe(
    'Keys that decrypt stored secrets. Use the same value as for the gateway.',
  ),
  LETHE_SECRET_KEY_FILE: fileOf('LETHE_SECRET_KEY'),
};
