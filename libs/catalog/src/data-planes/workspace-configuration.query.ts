import { LetheError } from '@lethe/contracts';
import type { Statements } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { hasSealedValue } from '../secrets/config-secrets.js';
import type { SecretBox } from '../secrets/secret-box.js';
import type { CatalogDestination, CatalogSource } from '../tables/catalog-records.js';
import type { CatalogModule } from '../tables/transformation-table.js';
import type { CatalogConnection } from '../tables/connection-table.js';
import { toCatalogDestination, type DestinationRow } from '../tables/destination-row.js';
import { versionIdOf } from './module-version.js';

/** Configuration of one workspace for a data plane. It contains decrypted secrets. */
export interface WorkspaceConfiguration {
  readonly workspaceId: string;
  readonly sources: readonly ConfiguredSource[];
  readonly destinations: readonly CatalogDestination[];
  readonly connections: readonly ConfiguredConnection[];
  /** Transformation id → id of its current version. */
  readonly transformationVersions: ReadonlyMap<string, string>;
  readonly libraryVersions: readonly string[];
}

export type ConfiguredSource = Pick<
  CatalogSource,
  'id' | 'name' | 'type' | 'writeKey' | 'enabled' | 'config'
>;

export type ConfiguredConnection = Pick<
  CatalogConnection,
  'id' | 'sourceId' | 'destinationId' | 'enabled'
>;

type ModuleRow = Pick<CatalogModule, 'id' | 'name' | 'code'>;

/**
 * Reads the configuration of a workspace. All its parts belong to the same moment.
 *
 * @throws LetheError `unavailable`, also if a secret cannot be decrypted. After this error, a data
 *   plane keeps its previous configuration and gets no broken secret
 */
export async function readWorkspaceConfiguration(
  database: Statements,
  box: SecretBox | undefined,
  workspaceId: string,
): Promise<WorkspaceConfiguration> {
  return database.transaction(async (manager) => {
    await manager.query('set transaction isolation level repeatable read, read only');
    const destinations = await readDestinations(manager, box, workspaceId);
    const transformations = await readModules(manager, 'transformations', workspaceId);
    const libraries = await readModules(manager, 'transformation_libraries', workspaceId);
    return {
      workspaceId,
      sources: await readSources(manager, workspaceId),
      destinations,
      connections: await readAllConnections(manager, workspaceId),
      transformationVersions: new Map(
        transformations.map((module) => [module.id, versionIdOf({ workspaceId, ...module })]),
      ),
      libraryVersions: libraries.map((module) => versionIdOf({ workspaceId, ...module })),
    };
  });
}

async function readDestinations(
  manager: EntityManager,
  box: SecretBox | undefined,
  workspaceId: string,
): Promise<CatalogDestination[]> {
  const rows = await manager.query<DestinationRow[]>(
    `select d.*, d.xmin::text as row_version
     from catalog.destinations d where workspace_id = $1 order by id`,
    [workspaceId],
  );
  const destinations = rows.map((row) => toCatalogDestination(row, box));
  if (destinations.some(({ config }) => hasSealedValue(config))) {
    throw new LetheError('unavailable', {
      message:
        'The stored secrets of this workspace cannot be decrypted: LETHE_SECRET_KEY is missing or wrong. Tell the operator of Lethe.',
    });
  }
  return destinations;
}

function readSources(manager: EntityManager, workspaceId: string): Promise<ConfiguredSource[]> {
  return manager.query<ConfiguredSource[]>(
    `select id, name, type, write_key as "writeKey", enabled, config
     from catalog.sources where workspace_id = $1 order by id`,
    [workspaceId],
  );
}

function readAllConnections(
  manager: EntityManager,
  workspaceId: string,
): Promise<ConfiguredConnection[]> {
  return manager.query<ConfiguredConnection[]>(
    `select id, source_id as "sourceId", destination_id as "destinationId", enabled
     from catalog.connections where workspace_id = $1 order by source_id, destination_id`,
    [workspaceId],
  );
}

function readModules(
  manager: EntityManager,
  table: 'transformations' | 'transformation_libraries',
  workspaceId: string,
): Promise<ModuleRow[]> {
  return manager.query<ModuleRow[]>(
    `select id, name, code from catalog.${table} where workspace_id = $1 order by id`,
    [workspaceId],
  );
}
