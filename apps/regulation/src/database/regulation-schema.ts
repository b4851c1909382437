import type { SchemaDefinition } from '@lethe/database';
import { CreateRegulationsMigration } from './migrations/create-regulations.migration.js';
import { FeedSuppressionsMigration } from './migrations/feed-suppressions.migration.js';
import { FindWaitingDeletionsMigration } from './migrations/find-waiting-deletions.migration.js';
import { KeepReasonsMigration } from './migrations/keep-reasons.migration.js';
import { ListByFilterMigration } from './migrations/list-by-filter.migration.js';
import { NumberFromFloorMigration } from './migrations/number-from-floor.migration.js';
import { RememberWhereToldMigration } from './migrations/remember-where-told.migration.js';
import { SurviveRestoresMigration } from './migrations/survive-restores.migration.js';
import { VacuumSuppressionsMigration } from './migrations/vacuum-suppressions.migration.js';
import { SCHEMA } from './schema-name.js';

/** The service's schema: the migrations that this code knows, oldest first. */
export const REGULATION_SCHEMA: SchemaDefinition = {
  schema: SCHEMA,
  migrations: [
    CreateRegulationsMigration,
    FindWaitingDeletionsMigration,
    FeedSuppressionsMigration,
    RememberWhereToldMigration,
    SurviveRestoresMigration,
    KeepReasonsMigration,
    ListByFilterMigration,
    VacuumSuppressionsMigration,
    NumberFromFloorMigration,
  ],
};
