import type { SchemaDefinition } from '@lethe/database';
import { BaselineMigration } from './migrations/baseline.migration.js';
import { DeadlinesMigration } from './migrations/deadlines.migration.js';
import { VerificationsMigration } from './migrations/verifications.migration.js';
import { SCHEMA } from './schema-name.js';

export const REGULATION_SCHEMA: SchemaDefinition = {
  schema: SCHEMA,
  migrations: [BaselineMigration, DeadlinesMigration, VerificationsMigration],
};
