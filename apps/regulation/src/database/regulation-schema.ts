import type { SchemaDefinition } from '@lethe/database';
import { CarryOutDeletionsMigration } from './migrations/carry-out-deletions.migration.js';
import { CountFailuresMigration } from './migrations/count-failures.migration.js';
import { CountEndedDeletionsMigration } from './migrations/count-ended-deletions.migration.js';
import { CreateRegulationsMigration } from './migrations/create-regulations.migration.js';
import { FeedSuppressionsMigration } from './migrations/feed-suppressions.migration.js';
import { FindPeopleMigration } from './migrations/find-people.migration.js';
import { FindWaitingDeletionsMigration } from './migrations/find-waiting-deletions.migration.js';
import { HashAgainMigration } from './migrations/hash-again.migration.js';
import { HonestStatesMigration } from './migrations/honest-states.migration.js';
import { ImportFilesMigration } from './migrations/import-files.migration.js';
import { KeepAttemptsMigration } from './migrations/keep-attempts.migration.js';
import { KeepGivenIdsMigration } from './migrations/keep-given-ids.migration.js';
import { KnowRepeatsMigration } from './migrations/know-repeats.migration.js';
import { KeepReasonsMigration } from './migrations/keep-reasons.migration.js';
import { KeepTracesMigration } from './migrations/keep-traces.migration.js';
import { KnowReportsAgainMigration } from './migrations/know-reports-again.migration.js';
import { ManageDeletionsMigration } from './migrations/manage-deletions.migration.js';
import { ListByFilterMigration } from './migrations/list-by-filter.migration.js';
import { ListByStatusMigration } from './migrations/list-by-status.migration.js';
import { NumberFromFloorMigration } from './migrations/number-from-floor.migration.js';
import { OrphanDeletionsMigration } from './migrations/orphan-deletions.migration.js';
import { RememberWhereToldMigration } from './migrations/remember-where-told.migration.js';
import { ShareClaimsMigration } from './migrations/share-claims.migration.js';
import { SurviveRestoresMigration } from './migrations/survive-restores.migration.js';
import { TellEventsMigration } from './migrations/tell-events.migration.js';
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
    CarryOutDeletionsMigration,
    ListByStatusMigration,
    ManageDeletionsMigration,
    CountEndedDeletionsMigration,
    ShareClaimsMigration,
    OrphanDeletionsMigration,
    KnowReportsAgainMigration,
    CountFailuresMigration,
    KeepTracesMigration,
    FindPeopleMigration,
    TellEventsMigration,
    ImportFilesMigration,
    KeepAttemptsMigration,
    KnowRepeatsMigration,
    HonestStatesMigration,
    KeepGivenIdsMigration,
    HashAgainMigration,
  ],
};
