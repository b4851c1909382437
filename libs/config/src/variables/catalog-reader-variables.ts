import { databaseUrl, postgresVariables } from './postgres-variables.js';
import { unavailableVariables } from './unavailable-after.js';
import { secretKey } from './secret-keys.js';
import { fileOf, integer } from './kinds.js';

/** Variables of a process that reads the catalog with its secrets, and writes nothing to the database. */
export const catalogReaderVariables = {
  DATABASE_URL: databaseUrl('PostgreSQL with the catalog, read only'),
  ...postgresVariables,
  ...unavailableVariables,
  LETHE_DATABASE_POOL: integer({ min: 1, max: 200 }, 5).describe('Most database connections.'),
  LETHE_SECRET_KEY: secretKey().describe(
    'Keys that open stored secrets: the same as the gateway has.',
  ),
  LETHE_SECRET_KEY_FILE: fileOf('LETHE_SECRET_KEY'),
};
