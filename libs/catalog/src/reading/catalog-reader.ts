import type { DatabaseConnection } from '@lethe/database';
import { In, type EntityTarget, type FindOptionsOrder, type FindOptionsWhere } from 'typeorm';
import { DestinationEntity } from '../entities/destination.entity.js';
import { SourceEntity } from '../entities/source.entity.js';
import { isIdentifier } from '../identifier.js';
import { askDatabase } from './ask-database.js';
import {
  toCatalogDestination,
  toCatalogSource,
  type CatalogDestination,
  type CatalogPage,
  type CatalogSource,
} from './catalog-records.js';
import { ExpiringCache } from './expiring-cache.js';

/** Items on a page of a list. */
export const CATALOG_PAGE_SIZE = 100;

const CACHE_MS = 2_000;
const CACHED_ENTRIES = 20_000;

/**
 * Reads the catalog, always within one workspace: what belongs to another one is not there.
 * Every method throws LetheError `unavailable` within 2 s when the database is away.
 */
export class CatalogReader {
  private readonly knownSources = new ExpiringCache<true>(CACHE_MS, CACHED_ENTRIES);
  private readonly knownDestinations = new ExpiringCache<CatalogDestination>(
    CACHE_MS,
    CACHED_ENTRIES,
  );

  /** @param database its data source must know `CATALOG_ENTITIES` */
  constructor(private readonly database: DatabaseConnection) {}

  /** @param page from 1; past the end it is empty */
  async listSources(workspaceId: string, page: number): Promise<CatalogPage<CatalogSource>> {
    const [rows, total] = await this.page(SourceEntity, workspaceId, page);
    return { items: rows.map(toCatalogSource), total };
  }

  async findSource(workspaceId: string, id: string): Promise<CatalogSource | undefined> {
    const row = await this.one(SourceEntity, workspaceId, id);
    return row === null ? undefined : toCatalogSource(row);
  }

  /** @param page from 1; past the end it is empty */
  async listDestinations(
    workspaceId: string,
    page: number,
  ): Promise<CatalogPage<CatalogDestination>> {
    const [rows, total] = await this.page(DestinationEntity, workspaceId, page);
    return { items: rows.map(toCatalogDestination), total };
  }

  async findDestination(workspaceId: string, id: string): Promise<CatalogDestination | undefined> {
    const row = await this.one(DestinationEntity, workspaceId, id);
    return row === null ? undefined : toCatalogDestination(row);
  }

  /**
   * Checks sources that a request names. A source that exists is remembered for 2 s; that one is
   * missing is never remembered, so a new source can be used at once.
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
   * Looks up destinations that a request names, remembered for 2 s as above.
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
    if (unsure.length > 0) {
      const rows = await askDatabase(() =>
        this.database.manager.findBy(DestinationEntity, { workspaceId, id: In(unsure) }),
      );
      for (const destination of rows.map(toCatalogDestination)) {
        found.set(destination.id, destination);
        this.knownDestinations.set(keyOf(workspaceId, destination.id), destination, asOf);
      }
    }
    return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
  }

  private async existingSourceIds(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await askDatabase(() =>
      this.database.query<{ id: string }>(
        'select id from catalog.sources where workspace_id = $1 and id = any($2)',
        [workspaceId, ids],
      ),
    );
    return rows.map((row) => row.id);
  }

  private page<T extends SourceEntity | DestinationEntity>(
    entity: EntityTarget<T>,
    workspaceId: string,
    page: number,
  ): Promise<[T[], number]> {
    return askDatabase(() =>
      this.database.manager.findAndCount(entity, {
        where: { workspaceId } as FindOptionsWhere<T>,
        order: { id: 'ASC' } as FindOptionsOrder<T>,
        skip: (page - 1) * CATALOG_PAGE_SIZE,
        take: CATALOG_PAGE_SIZE,
      }),
    );
  }

  private async one<T extends SourceEntity | DestinationEntity>(
    entity: EntityTarget<T>,
    workspaceId: string,
    id: string,
  ): Promise<T | null> {
    if (!isIdentifier(id)) return null;
    return askDatabase(() =>
      this.database.manager.findOneBy(entity, { workspaceId, id } as FindOptionsWhere<T>),
    );
  }
}

/** Ids hold no slash. */
function keyOf(workspaceId: string, id: string): string {
  return `${workspaceId}/${id}`;
}
