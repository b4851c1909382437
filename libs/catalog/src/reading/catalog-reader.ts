import type { Scope } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import QuickLRU from 'quick-lru';
import type { SecretBox } from '../secrets/secret-box.js';
import { destinationTable, type DestinationTable } from '../tables/destination-table.js';
import { sourceTable, type SourceTable } from '../tables/source-table.js';
import { lookUps, type LookUps } from '../ask-database.js';
import { DEFAULT_DELETION_SETTINGS } from '../default-deletion-settings.js';
import { isIdentifier, keyOf } from '../identifier.js';
import type { CatalogDestination, CatalogSource } from '../tables/catalog-records.js';
import type { ClockHold } from './clock/clock-hold.js';
import { readConnections, type ConnectionState } from './connections.query.js';
import {
  readDataPlaneWorkspaces,
  readDeletionSettings,
  readUnconnectedDestinations,
  type DeletionSettings,
} from './deletion-settings.query.js';
import { readDeletionTarget, type DeletionTarget } from './deletion-target.query.js';
import { ExpiringCache } from './expiring-cache.js';
import { LoadingCache } from './loading-cache.js';
import type { TestTarget } from './test-target.query.js';
import { TestTargets } from './test-targets.js';
import { readOpenSessions } from './open-sessions.query.js';
import { readWorkingTokens } from './working-tokens.query.js';
import { SavedAt } from './saved-at.js';

const CACHE_MS = 2_000;
const CACHED_ENTRIES = 20_000;
const CACHED_CONNECTIONS = 200_000;
/** Maximum number of workspaces in `cachedUpTo`. */
const CACHED_WORKSPACES = 10_000;

/**
 * Reads the catalog. A method with a `workspaceId` finds only resources of this workspace. A method
 * that needs data from the database throws LetheError `unavailable` within 2 s if the database is
 * unreachable.
 */
export class CatalogReader {
  private readonly sources: SourceTable;
  private readonly destinations: DestinationTable;
  private readonly knownSources = new ExpiringCache<true>(CACHE_MS, CACHED_ENTRIES);
  private readonly knownDestinations = new ExpiringCache<CatalogDestination>(
    CACHE_MS,
    CACHED_ENTRIES,
  );

  private readonly targets: TestTargets;
  private readonly saved: SavedAt;
  /** Workspace id → time of the last change that the cached data of the workspace includes. */
  private readonly cachedUpTo = new QuickLRU<string, string>({ maxSize: CACHED_WORKSPACES });

  private readonly connections = new LoadingCache<readonly ConnectionState[]>(CACHE_MS, {
    maxWeight: CACHED_CONNECTIONS,
    weigh: (connections) => connections.length + 1,
  });

  private readonly settings = new LoadingCache<DeletionSettings>(CACHE_MS, {
    maxWeight: CACHED_ENTRIES,
    weigh: () => 1,
  });
  private readonly dataPlanes = new LoadingCache<readonly string[]>(CACHE_MS, {
    maxWeight: Infinity,
    weigh: () => 1,
  });

  /**
   * @param box decrypts stored secrets; if absent, everything except secrets can be read
   * @param clockHold with it, `savedAt` needs no database statement while calls follow each other
   *   quickly and no configuration changes
   */
  constructor(
    private readonly database: DatabaseConnection,
    private readonly box?: SecretBox,
    clockHold?: ClockHold,
  ) {
    this.targets = new TestTargets(database, box);
    this.saved = new SavedAt(lookUps(database), clockHold);
    this.sources = sourceTable(database);
    this.destinations = destinationTable(database, box);
  }

  /**
   * Returns the time of the last change of the workspace by any process. Later reads of this reader
   * include that change.
   *
   * @returns undefined if the workspace does not exist
   */
  async savedAt(workspaceId: string): Promise<string | undefined> {
    const savedAt = await this.saved.of(workspaceId);
    if (savedAt === undefined || this.cachedUpTo.get(workspaceId) === savedAt) return savedAt;
    this.invalidate(workspaceId);
    this.cachedUpTo.set(workspaceId, savedAt);
    return savedAt;
  }

  findSource(workspaceId: string, id: string): Promise<CatalogSource | undefined> {
    return this.sources.find(workspaceId, id);
  }

  /**
   * Checks which sources exist. An existing source is cached for 2 s. A missing source is not
   * cached, so that a new source works at once.
   *
   * @returns the `ids` that do not exist in the workspace, in the given order
   */
  async missingSourceIds(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    const asOf = this.knownSources.now();
    const uncached = ids.filter(
      (id) => isIdentifier(id) && this.knownSources.get(keyOf(workspaceId, id)) === undefined,
    );
    const found = uncached.length === 0 ? [] : await this.existingSourceIds(workspaceId, uncached);
    for (const id of found) this.knownSources.set(keyOf(workspaceId, id), true, asOf);
    const missing = new Set(uncached);
    for (const id of found) missing.delete(id);
    return ids.filter((id) => !isIdentifier(id) || missing.has(id));
  }

  /**
   * Looks up destinations. An existing destination is cached for 2 s; a missing destination is not
   * cached.
   *
   * @returns the destinations that exist in the workspace, in the given order and without
   * duplicates
   */
  async findDestinations(
    workspaceId: string,
    ids: readonly string[],
  ): Promise<CatalogDestination[]> {
    const asOf = this.knownDestinations.now();
    const found = new Map<string, CatalogDestination>();
    const uncached: string[] = [];
    for (const id of new Set(ids)) {
      const known = this.knownDestinations.get(keyOf(workspaceId, id));
      if (known !== undefined) found.set(id, known);
      else if (isIdentifier(id)) uncached.push(id);
    }
    for (const destination of await this.readDestinations(workspaceId, uncached, asOf)) {
      found.set(destination.id, destination);
    }
    return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
  }

  /**
   * Looks up destinations in the database, and returns them in any order. Call it before you reject
   * a request because of cached data.
   */
  findDestinationsNow(
    workspaceId: string,
    ids: readonly string[],
  ): Promise<readonly CatalogDestination[]> {
    return this.readDestinations(workspaceId, ids, this.knownDestinations.now());
  }

  /**
   * Reads all destinations of a workspace from the database, in the sequence of their ids and in
   * portions of at most 500. The cache is not used, so the result includes every destination that
   * exists now.
   *
   * @throws LetheError `unavailable`
   */
  allDestinations(workspaceId: string): AsyncIterable<readonly CatalogDestination[]> {
    return this.destinations.all(workspaceId);
  }

  private async readDestinations(workspaceId: string, ids: readonly string[], asOf: number) {
    const read = await this.destinations.findMany(workspaceId, ids);
    for (const one of read) this.knownDestinations.set(keyOf(workspaceId, one.id), one, asOf);
    return read;
  }

  /** See `TestTargets.ofDestination`. */
  findTestTarget(
    ...request: Parameters<TestTargets['ofDestination']>
  ): Promise<TestTarget | undefined> {
    return this.targets.ofDestination(...request);
  }

  /** See `TestTargets.ofTransformation`. */
  findTransformationTarget(
    ...request: Parameters<TestTargets['ofTransformation']>
  ): Promise<TestTarget | undefined> {
    return this.targets.ofTransformation(...request);
  }

  /**
   * Reads a destination for a deletion. There is no cache, because a deletion must not use an old
   * address after an operator has corrected the address.
   *
   * @returns `undefined` if the workspace has no such destination
   * @throws LetheError `unavailable`, also if a secret cannot be decrypted
   */
  async findDeletionTarget(
    workspaceId: string,
    destinationId: string,
  ): Promise<DeletionTarget | undefined> {
    if (!isIdentifier(destinationId)) return undefined;
    return readDeletionTarget(this.lookUpsOf(workspaceId), this.box, workspaceId, destinationId);
  }

  /**
   * Returns the connections of a source, oldest first, cached for 2 s. The list is empty if the
   * source does not exist.
   */
  async listConnections(
    workspaceId: string,
    sourceId: string,
  ): Promise<readonly ConnectionState[]> {
    if (!isIdentifier(sourceId)) return [];
    const connections = await this.connections.get(keyOf(workspaceId, sourceId), () =>
      readConnections(this.lookUpsOf(workspaceId), workspaceId, sourceId),
    );
    return connections ?? [];
  }

  /**
   * Returns the deletion settings of a workspace, cached for 2 s. Returns the defaults if the
   * workspace does not exist.
   */
  async deletionSettings(workspaceId: string): Promise<DeletionSettings> {
    const settings = await this.settings.get(keyOf(workspaceId, ''), () =>
      readDeletionSettings(this.lookUpsOf(workspaceId), workspaceId),
    );
    return settings ?? DEFAULT_DELETION_SETTINGS;
  }

  /**
   * Filters token ids. Returns the ids of active tokens with the scope. The tokens can belong to
   * any workspace.
   */
  findWorkingTokens(tokenIds: readonly string[], scope: Scope): Promise<ReadonlySet<string>> {
    return readWorkingTokens(lookUps(this.database), tokenIds, scope);
  }

  /**
   * Filters ids of console sessions. Returns the ids of sessions that have not ended. The sessions
   * can belong to any workspace.
   */
  findOpenSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
    return readOpenSessions(lookUps(this.database), sessionIds);
  }

  /**
   * Returns the sorted ids of the workspaces whose data planes carry out deletions, cached for 2 s.
   */
  async dataPlaneWorkspaces(): Promise<readonly string[]> {
    const ids = await this.dataPlanes.get('', () =>
      readDataPlaneWorkspaces(lookUps(this.database)),
    );
    return ids ?? [];
  }

  /**
   * Filters destinations. Returns the destinations without a connected source. No data plane knows
   * these destinations.
   */
  async unconnectedDestinations(
    workspaceId: string,
    destinationIds: readonly string[],
  ): Promise<readonly string[]> {
    return readUnconnectedDestinations(this.lookUpsOf(workspaceId), workspaceId, destinationIds);
  }

  /**
   * Removes all cached data of a workspace. Call it after this process has changed the workspace.
   */
  invalidate(workspaceId: string): void {
    const prefix = keyOf(workspaceId, '');
    for (const cache of [this.knownSources, this.knownDestinations]) cache.invalidate(prefix);
    for (const cache of [this.targets, this.connections, this.settings]) cache.invalidate(prefix);
    this.dataPlanes.invalidate('');
  }

  private lookUpsOf(workspaceId: string): LookUps {
    return lookUps(this.database, workspaceId);
  }

  private async existingSourceIds(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await this.lookUpsOf(workspaceId).query<{ id: string }>(
      'select id from catalog.sources where workspace_id = $1 and id = any($2)',
      [workspaceId, ids],
    );
    return rows.map((row) => row.id);
  }
}
