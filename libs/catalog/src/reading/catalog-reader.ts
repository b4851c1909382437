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
import { readOwnToken, type OwnToken } from './own-token.query.js';
import { SavedAt } from './saved-at.js';

const CACHE_MS = 2_000;
const CACHED_ENTRIES = 20_000;
const CACHED_CONNECTIONS = 200_000;
/** Workspaces of which it is known up to when the caches are. */
const CACHED_WORKSPACES = 10_000;

/**
 * Reads the catalog, always within one workspace: what belongs to another workspace is not found.
 * Every method throws LetheError `unavailable` within 2 s when the database is away.
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
  /** Workspace → the change up to which its caches are. */
  private readonly seen = new QuickLRU<string, string>({ maxSize: CACHED_WORKSPACES });

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
   * @param box opens stored secrets; without it, everything else can be read
   * @param lease spares `savedAt` its statement where it is asked in quick succession
   */
  constructor(
    private readonly database: DatabaseConnection,
    private readonly box?: SecretBox,
    lease?: ClockHold,
  ) {
    this.targets = new TestTargets(database, box);
    this.saved = new SavedAt(lookUps(database), lease);
    this.sources = sourceTable(database);
    this.destinations = destinationTable(database, box);
  }

  /**
   * Up to when the workspace is saved, whichever process saved it. What is read of the workspace after that is as new.
   *
   * @returns undefined when there is no such workspace
   */
  async savedAt(workspaceId: string): Promise<string | undefined> {
    const savedAt = await this.saved.of(workspaceId);
    if (savedAt === undefined || this.seen.get(workspaceId) === savedAt) return savedAt;
    this.forget(workspaceId);
    this.seen.set(workspaceId, savedAt);
    return savedAt;
  }

  findSource(workspaceId: string, id: string): Promise<CatalogSource | undefined> {
    return this.sources.find(workspaceId, id);
  }

  /**
   * Checks sources that a request names. A source that exists is remembered for 2 s; a missing
   * source is asked for each time, so a new one can be used at once.
   *
   * @returns those of `ids` that the workspace does not have, in the given order
   */
  async missingSourceIds(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    const asOf = this.knownSources.now();
    const unsure = ids.filter(
      (id) => isIdentifier(id) && this.knownSources.get(keyOf(workspaceId, id)) === undefined,
    );
    const found = unsure.length === 0 ? [] : await this.existingSourceIds(workspaceId, unsure);
    for (const id of found) this.knownSources.set(keyOf(workspaceId, id), true, asOf);
    const missing = new Set(unsure);
    for (const id of found) missing.delete(id);
    return ids.filter((id) => !isIdentifier(id) || missing.has(id));
  }

  /**
   * Looks up destinations that a request names, remembered for 2 s as those of `missingSourceIds`.
   *
   * @returns those that the workspace has, in the given order, each once
   */
  async findDestinations(
    workspaceId: string,
    ids: readonly string[],
  ): Promise<CatalogDestination[]> {
    const asOf = this.knownDestinations.now();
    const found = new Map<string, CatalogDestination>();
    const unsure: string[] = [];
    for (const id of new Set(ids)) {
      const known = this.knownDestinations.get(keyOf(workspaceId, id));
      if (known !== undefined) found.set(id, known);
      else if (isIdentifier(id)) unsure.push(id);
    }
    for (const destination of await this.readDestinations(workspaceId, unsure, asOf)) {
      found.set(destination.id, destination);
    }
    return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
  }

  /** As `findDestinations`, but as they are now, in any order: for what would be refused by what is remembered. */
  findDestinationsNow(
    workspaceId: string,
    ids: readonly string[],
  ): Promise<readonly CatalogDestination[]> {
    return this.readDestinations(workspaceId, ids, this.knownDestinations.now());
  }

  private async readDestinations(workspaceId: string, ids: readonly string[], asOf: number) {
    const read = await this.destinations.findMany(workspaceId, ids);
    for (const one of read) this.knownDestinations.set(keyOf(workspaceId, one.id), one, asOf);
    return read;
  }

  /** As `TestTargets.ofDestination`. */
  findTestTarget(
    ...asked: Parameters<TestTargets['ofDestination']>
  ): Promise<TestTarget | undefined> {
    return this.targets.ofDestination(...asked);
  }

  /** As `TestTargets.ofTransformation`. */
  findTransformationTarget(
    ...asked: Parameters<TestTargets['ofTransformation']>
  ): Promise<TestTarget | undefined> {
    return this.targets.ofTransformation(...asked);
  }

  /**
   * What a deletion at a destination needs, as it is now: whoever corrects a destination and goes on at once must
   * not have users deleted at the place that was corrected.
   *
   * @returns `undefined` when the workspace has no such destination
   * @throws LetheError `unavailable` also when a secret cannot be opened
   */
  async findDeletionTarget(
    workspaceId: string,
    destinationId: string,
  ): Promise<DeletionTarget | undefined> {
    if (!isIdentifier(destinationId)) return undefined;
    return readDeletionTarget(this.of(workspaceId), this.box, workspaceId, destinationId);
  }

  /**
   * Where a source sends its events, in the order in which it was connected; remembered for 2 s.
   * Empty when there is no such source.
   */
  async listConnections(
    workspaceId: string,
    sourceId: string,
  ): Promise<readonly ConnectionState[]> {
    if (!isIdentifier(sourceId)) return [];
    const connections = await this.connections.get(keyOf(workspaceId, sourceId), () =>
      readConnections(this.of(workspaceId), workspaceId, sourceId),
    );
    return connections ?? [];
  }

  /**
   * How a workspace's deletions are carried out; remembered for 2 s. The defaults where there is no such
   * workspace.
   */
  async deletionSettings(workspaceId: string): Promise<DeletionSettings> {
    const settings = await this.settings.get(keyOf(workspaceId, ''), () =>
      readDeletionSettings(this.of(workspaceId), workspaceId),
    );
    return settings ?? DEFAULT_DELETION_SETTINGS;
  }

  /** Of a token that was authenticated, as it is now. */
  findOwnToken(workspaceId: string, tokenId: string): Promise<OwnToken | undefined> {
    return readOwnToken(this.of(workspaceId), workspaceId, tokenId);
  }

  /** Which of these tokens work now and have the scope; those of several workspaces. */
  findWorkingTokens(tokenIds: readonly string[], scope: Scope): Promise<ReadonlySet<string>> {
    return readWorkingTokens(lookUps(this.database), tokenIds, scope);
  }

  /** Which of these sessions of the console have not ended; those of several workspaces. */
  findOpenSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
    return readOpenSessions(lookUps(this.database), sessionIds);
  }

  /** The workspaces whose data planes carry deletions out, by id; remembered for 2 s. */
  async dataPlaneWorkspaces(): Promise<readonly string[]> {
    const ids = await this.dataPlanes.get('', () =>
      readDataPlaneWorkspaces(lookUps(this.database)),
    );
    return ids ?? [];
  }

  /** Those of the destinations that no source is connected to: no data plane knows them. */
  async unconnectedDestinations(
    workspaceId: string,
    destinationIds: readonly string[],
  ): Promise<readonly string[]> {
    return readUnconnectedDestinations(this.of(workspaceId), workspaceId, destinationIds);
  }

  /**
   * Forgets what was read of a workspace. Called when this process has just changed the workspace.
   */
  forget(workspaceId: string): void {
    const prefix = keyOf(workspaceId, '');
    for (const cache of [this.knownSources, this.knownDestinations]) cache.forget(prefix);
    for (const cache of [this.targets, this.connections, this.settings]) cache.forget(prefix);
    this.dataPlanes.forget('');
  }

  private of(workspaceId: string): LookUps {
    return lookUps(this.database, workspaceId);
  }

  private async existingSourceIds(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await this.of(workspaceId).query<{ id: string }>(
      'select id from catalog.sources where workspace_id = $1 and id = any($2)',
      [workspaceId, ids],
    );
    return rows.map((row) => row.id);
  }
}
