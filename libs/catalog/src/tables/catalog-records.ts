import type { ConnectionMode } from '@lethe/destination-definitions';
import type { StoredItem } from './stored-row.js';

/** Values of a source that callers set. */
export interface SourceValues {
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly config: Readonly<Record<string, unknown>>;
  /** When absent, a new source gets a generated one, and an existing source keeps its own. */
  readonly writeKey?: string;
}

/** Where events come from. */
export interface CatalogSource extends StoredItem, SourceValues {
  readonly workspaceId: string;
  /** Allows sending events: to be shown to callers with `catalog:write` only. */
  readonly writeKey: string;
}

/** Values of a destination that callers set. */
export interface DestinationValues {
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly connectionMode: ConnectionMode;
  /** Secrets in plain, or a `SealedValue` as it was read. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly transformationId?: string;
}

/** Where events go. */
export interface CatalogDestination extends StoredItem, DestinationValues {
  readonly workspaceId: string;
  /**
   * Secrets included, see `maskConfig` of `@lethe/destination-definitions`; a reader without their
   * key has a `SealedValue` in the place of each.
   */
  readonly config: Readonly<Record<string, unknown>>;
  /** Which version of the transformation runs. It is not a part of `version`. */
  readonly transformationVersion?: number;
}

/** Which part of a list is wanted. */
export interface CatalogPageRequest {
  /** From 1; each has up to `CATALOG_PAGE_SIZE` items. */
  readonly page: number;
  /** Only what comes after the item of this id, where the page was too large for one answer. */
  readonly after?: string;
}

/** One page of a list, or as much of it as one answer holds, and how many there are on all pages. */
export interface CatalogPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** Id of the last of `items`, where the page goes on after it. */
  readonly goesOnAfter?: string;
}
