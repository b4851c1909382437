import type { DatabaseConnection } from '@lethe/database';
import { askDatabase, lookUps } from '../ask-database.js';
import type { SecretBox } from '../secrets/secret-box.js';
import {
  readConfigurationChanges,
  type ConfigurationChanges,
} from './configuration-changes.query.js';
import type { DataPlaneIdentity } from './data-plane-identity.js';
import { readShadowedSources } from './shared-names.query.js';
import { IS_ACTIVE } from '../tokens/secret-state.js';
import { parseVersionId, versionIdOf, type ModuleVersion } from './module-version.js';
import {
  readWorkspaceConfiguration,
  type WorkspaceConfiguration,
} from './workspace-configuration.query.js';

/**
 * Deadline for reading a configuration. It is longer than the deadline of a look-up, because a
 * workspace can have tens of thousands of connections.
 */
const READING_DEADLINE_MS = 15_000;

/**
 * Returns the owner of the connections of data planes, see `DatabaseConnection.of`. Tokens of the
 * workspace have a different owner, so they cannot block data planes.
 */
const ownerOf = (id: string): string => `data planes of ${id}`;

/** A data plane with an active secret. */
export interface DataPlaneInService {
  /** Id of the workspace or namespace of the data plane. */
  readonly owner: string;
  /** Unique among the data planes of its owner. */
  readonly name: string;
  readonly createdAt: Date;
}

/**
 * Reads the catalog for data planes. Nothing is cached, so a change is visible at once. A method
 * that queries the database throws LetheError `unavailable` if the database is unreachable.
 */
export class DataPlaneCatalog {
  /** @param box decrypts stored secrets */
  constructor(
    private readonly database: DatabaseConnection,
    private readonly box: SecretBox,
  ) {}

  /**
   * Returns the time of the last configuration change of a workspace, or of each workspace of a
   * namespace.
   */
  changes(
    of: { readonly workspaceId: string } | { readonly namespaceId: string },
  ): Promise<ConfigurationChanges> {
    const owner = ownerOf('workspaceId' in of ? of.workspaceId : of.namespaceId);
    return readConfigurationChanges(lookUps(this.database, owner), of);
  }

  /**
   * @returns workspace id → ids of the sources that the configuration of the namespace omits, see
   *   `readShadowedSources`
   */
  shadowedSources(namespaceId: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const database = lookUps(this.database, ownerOf(namespaceId), READING_DEADLINE_MS);
    return readShadowedSources(database, namespaceId);
  }

  /** @returns the current configuration; empty if the workspace does not exist */
  configuration(workspaceId: string): Promise<WorkspaceConfiguration> {
    return askDatabase(
      () =>
        readWorkspaceConfiguration(this.database.of(ownerOf(workspaceId)), this.box, workspaceId),
      READING_DEADLINE_MS,
    );
  }

  /**
   * @returns the transformation; `undefined` if `versionId` is not a current version, or if the
   *   data plane does not serve the workspace
   */
  findTransformation(
    dataPlane: DataPlaneIdentity,
    versionId: string,
  ): Promise<ModuleVersion | undefined> {
    return this.findModule(dataPlane, 'transformations', versionId);
  }

  /** @returns the library; `undefined` in the same cases as for `findTransformation` */
  findLibrary(dataPlane: DataPlaneIdentity, versionId: string): Promise<ModuleVersion | undefined> {
    return this.findModule(dataPlane, 'transformation_libraries', versionId);
  }

  /**
   * @param limit maximum number of results
   * @returns the data planes with an active secret, oldest first
   */
  inService(limit: number): Promise<readonly DataPlaneInService[]> {
    return lookUps(this.database).query<DataPlaneInService>(
      `select coalesce(workspace_id, namespace_id) as owner, name, created_at as "createdAt"
         from catalog.data_planes where ${IS_ACTIVE} order by created_at, id limit $1`,
      [limit],
    );
  }

  private async findModule(
    { workspaceIds }: DataPlaneIdentity,
    table: 'transformations' | 'transformation_libraries',
    versionId: string,
  ): Promise<ModuleVersion | undefined> {
    const parsed = parseVersionId(versionId);
    if (parsed === undefined || !workspaceIds.includes(parsed.workspaceId)) return undefined;
    const { workspaceId, id } = parsed;
    const { query } = lookUps(this.database, ownerOf(workspaceId));
    const [row] = await query<{ name: string; code: string }>(
      `select name, code from catalog.${table} where workspace_id = $1 and id = $2`,
      [workspaceId, id],
    );
    if (row === undefined) return undefined;
    const found = { workspaceId, id, ...row };
    return versionIdOf(found) === versionId ? { ...found, versionId } : undefined;
  }
}
