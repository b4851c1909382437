import type { SchemaDefinition } from '@lethe/database';
import { NamespaceEntity } from './entities/namespace.entity.js';
import { TokenEntity } from './entities/token.entity.js';
import { WorkspaceEntity } from './entities/workspace.entity.js';
import { BaselineMigration } from './migrations/baseline.migration.js';

/** Migrations of the Postgres schema `catalog`, for `migrateSchema`. */
export const CATALOG_SCHEMA: SchemaDefinition = {
  schema: 'catalog',
  migrations: [BaselineMigration],
};

/**
 * Entities that the data source of a `CatalogReader` needs: the tables that TypeORM reads. All others are
 * read and written with SQL, see docs/adr/0007.
 */
export const CATALOG_ENTITIES = [WorkspaceEntity, TokenEntity, NamespaceEntity];
