import type { SchemaDefinition } from '@lethe/database';
import { BaselineMigration } from './migrations/baseline.migration.js';
import { VerificationsMigration } from './migrations/verifications.migration.js';

/** Migrations of the Postgres schema `catalog`, for `migrateSchema`. */
export const CATALOG_SCHEMA: SchemaDefinition = {
  schema: 'catalog',
  migrations: [BaselineMigration, VerificationsMigration],
};
