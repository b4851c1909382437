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

/** Milliseconds. Reading tens of thousands of connections takes longer than a look-up may. */
const READING_DEADLINE_MS = 15_000;

/** Data planes are owners of their own: the tokens of their workspace keep no connection from them. */
const ownerOf = (id: string): string => `data planes of ${id}`;

/** A data plane that is expected to poll. */
export interface DataPlaneInService {
  /** Id of its workspace or namespace. */
  readonly owner: string;
  /** Unique among those of its owner. */
  readonly name: string;
  readonly createdAt: Date;
}

/**
 * The catalog as data planes read it. Caches nothing, so a change is visible at once. Every method
 * throws LetheError `unavailable` when the database is away.
 */
export class DataPlaneCatalog {
  /**
   * @param box opens stored secrets
   */
  constructor(
    private readonly database: DatabaseConnection,
    private readonly box: SecretBox,
  ) {}

  /** When the configurations of a workspace, or of all workspaces of a namespace, last changed. */
  changes(
    of: { readonly workspaceId: string } | { readonly namespaceId: string },
  ): Promise<ConfigurationChanges> {
    const owner = ownerOf('workspaceId' in of ? of.workspaceId : of.namespaceId);
    return readConfigurationChanges(lookUps(this.database, owner), of);
  }

  /**
   * @returns sources that are not in the configuration of a namespace, by workspace: their write
   * key belongs to another source (see `readShadowedSources`)
   */
  shadowedSources(namespaceId: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const database = lookUps(this.database, ownerOf(namespaceId), READING_DEADLINE_MS);
    return readShadowedSources(database, namespaceId);
  }

  /** @returns the present state of a workspace, without anything if there is no such workspace */
  configuration(workspaceId: string): Promise<WorkspaceConfiguration> {
    return askDatabase(
      () =>
        readWorkspaceConfiguration(this.database.of(ownerOf(workspaceId)), this.box, workspaceId),
      READING_DEADLINE_MS,
    );
  }

  /**
   * @returns the transformation; `undefined` unless `versionId` is its present version and the data
   * plane serves its workspace
   */
  findTransformation(
    dataPlane: DataPlaneIdentity,
    versionId: string,
  ): Promise<ModuleVersion | undefined> {
    return this.findModule(dataPlane, 'transformations', versionId);
  }

  /** @returns the library, under the same conditions as `findTransformation` */
  findLibrary(dataPlane: DataPlaneIdentity, versionId: string): Promise<ModuleVersion | undefined> {
    return this.findModule(dataPlane, 'transformation_libraries', versionId);
  }

  /**
   * @param most how many at most
   * @returns those whose secret works, the oldest first
   */
  inService(most: number): Promise<readonly DataPlaneInService[]> {
    return lookUps(this.database).query<DataPlaneInService>(
      `select coalesce(workspace_id, namespace_id) as owner, name, created_at as "createdAt"
         from catalog.data_planes where ${IS_ACTIVE} order by created_at, id limit $1`,
      [most],
    );
  }

  private async findModule(
    { workspaceIds }: DataPlaneIdentity,
    table: 'transformations' | 'transformation_libraries',
    versionId: string,
  ): Promise<ModuleVersion | undefined> {
    const place = parseVersionId(versionId);
    if (place === undefined || !workspaceIds.includes(place.workspaceId)) return undefined;
    const { workspaceId, id } = place;
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
