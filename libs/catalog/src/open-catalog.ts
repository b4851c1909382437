import { openDatabase, type DatabaseConnection, type OpenDatabaseOptions } from '@lethe/database';
import { CATALOG_SCHEMA } from './catalog-schema.js';

const STATEMENT_TIMEOUT_MS = 5_000;

/**
 * Opens the catalog for a process that only reads it. `start` waits until another service has run
 * the migrations.
 */
export function openCatalog(
  options: Omit<OpenDatabaseOptions, 'schema' | 'entities' | 'schemas' | 'statementTimeoutMs'>,
): DatabaseConnection {
  return openDatabase({
    ...options,
    schema: CATALOG_SCHEMA.schema,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    schemas: [CATALOG_SCHEMA],
    schemaPolicy: 'wait',
  });
}
