import type { SchemaDefinition } from '@lethe/database';
import { NamespaceEntity } from './entities/namespace.entity.js';
import { TokenEntity } from './entities/token.entity.js';
import { WorkspaceEntity } from './entities/workspace.entity.js';
import { CreateCatalogMigration } from './migrations/create-catalog.migration.js';
import { EndWithPersonMigration } from './migrations/end-with-person.migration.js';
import { ManageSecretsMigration } from './migrations/manage-secrets.migration.js';
import { NameTestCasesMigration } from './migrations/name-test-cases.migration.js';
import { NoteConfigurationChangesMigration } from './migrations/note-configuration-changes.migration.js';
import { NoteRevocationsMigration } from './migrations/note-revocations.migration.js';
import { SealMoreSecretsMigration } from './migrations/seal-more-secrets.migration.js';
import { ShareRatesMigration } from './migrations/share-rates.migration.js';
import { ShareWriteKeysMigration } from './migrations/share-write-keys.migration.js';
import { SealSecretsMigration } from './migrations/seal-secrets.migration.js';
import { SignInMigration } from './migrations/sign-in.migration.js';
import { TimeDeletionsMigration } from './migrations/time-deletions.migration.js';
import { VersionTransformationsMigration } from './migrations/version-transformations.migration.js';

/** Migrations of the Postgres schema `catalog`, for `migrateSchema`. */
export const CATALOG_SCHEMA: SchemaDefinition = {
  schema: 'catalog',
  migrations: [
    CreateCatalogMigration,
    SealSecretsMigration,
    NoteConfigurationChangesMigration,
    NoteRevocationsMigration,
    SealMoreSecretsMigration,
    ShareWriteKeysMigration,
    TimeDeletionsMigration,
    ShareRatesMigration,
    ManageSecretsMigration,
    VersionTransformationsMigration,
    SignInMigration,
    NameTestCasesMigration,
    EndWithPersonMigration,
  ],
};

/**
 * Entities that the data source of a `CatalogReader` needs: the tables that TypeORM reads. All others are
 * read and written with SQL, see docs/adr/0007.
 */
export const CATALOG_ENTITIES = [WorkspaceEntity, TokenEntity, NamespaceEntity];
