import type { SchemaDefinition } from '@lethe/database';
import { ConnectionEntity } from './entities/connection.entity.js';
import { CredentialEntity } from './entities/credential.entity.js';
import { DataPlaneEntity } from './entities/data-plane.entity.js';
import { DestinationEntity } from './entities/destination.entity.js';
import { NamespaceWorkspaceEntity } from './entities/namespace-workspace.entity.js';
import { NamespaceEntity } from './entities/namespace.entity.js';
import { SourceEntity } from './entities/source.entity.js';
import { TokenEntity } from './entities/token.entity.js';
import { TransformationLibraryEntity } from './entities/transformation-library.entity.js';
import { TransformationEntity } from './entities/transformation.entity.js';
import { WorkspaceEntity } from './entities/workspace.entity.js';
import { CreateCatalogMigration } from './migrations/create-catalog.migration.js';
import { NoteConfigurationChangesMigration } from './migrations/note-configuration-changes.migration.js';
import { NoteRevocationsMigration } from './migrations/note-revocations.migration.js';
import { SealMoreSecretsMigration } from './migrations/seal-more-secrets.migration.js';
import { ShareWriteKeysMigration } from './migrations/share-write-keys.migration.js';
import { SealSecretsMigration } from './migrations/seal-secrets.migration.js';

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
  ],
};

/** Entities that a data source needs before a `CatalogReader` can use it. */
export const CATALOG_ENTITIES = [
  WorkspaceEntity,
  TokenEntity,
  SourceEntity,
  DestinationEntity,
  ConnectionEntity,
  TransformationEntity,
  TransformationLibraryEntity,
  CredentialEntity,
  NamespaceEntity,
  NamespaceWorkspaceEntity,
  DataPlaneEntity,
];
