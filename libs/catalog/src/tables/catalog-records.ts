import type { ConnectionMode } from '@lethe/destination-definitions';
import type { StoredItem } from './stored-row.js';

/** Values that callers set. */
export interface SourceValues {
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly config: Readonly<Record<string, unknown>>;
  /** If absent, a new source gets a generated key, and an existing source keeps its key. */
  readonly writeKey?: string;
}

export interface CatalogSource extends StoredItem, SourceValues {
  readonly workspaceId: string;
  /** A client with this key can send events. Show the key only to callers with `catalog:write`. */
  readonly writeKey: string;
}

/** Values that callers set. */
export interface DestinationValues {
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly connectionMode: ConnectionMode;
  /** Each secret is plain text, or a `SealedValue` exactly as it was read. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly transformationId?: string;
}

export interface CatalogDestination extends StoredItem, DestinationValues {
  readonly workspaceId: string;
  /**
   * Includes secrets, see `maskConfig` of `@lethe/destination-definitions`. A reader without the
   * secret key gets a `SealedValue` instead of each secret.
   */
  readonly config: Readonly<Record<string, unknown>>;
  /**
   * Current version of the transformation. A new version of the transformation does not change
   * `version`.
   */
  readonly transformationVersion?: number;
}

export interface CatalogPageRequest {
  /** Page number from 1. A page has up to `CATALOG_PAGE_SIZE` items. */
  readonly page: number;
  /**
   * If given, the answer has only items after this id. It continues a page that was too large for
   * one answer.
   */
  readonly after?: string;
}

/**
 * A page, or the part of a page that fits into one answer. `total` is the number of items on all
 * pages.
 */
export interface CatalogPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** Id of the last item in the answer. Present if the page has further items. */
  readonly continuesAfter?: string;
}
