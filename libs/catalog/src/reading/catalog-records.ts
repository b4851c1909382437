import type { ConnectionMode } from '@lethe/destination-definitions';
import { unsealConfig } from '../secrets/config-secrets.js';
import type { SecretBox } from '../secrets/secret-box.js';
import { versionOf } from '../tables/catalog-table.js';
import type { DestinationRow } from '../tables/destination-table.js';

/** Where events come from. */
export interface CatalogSource {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly type: string;
  /** Whoever has it can send events: show it with `catalog:write` only. */
  readonly writeKey: string;
  readonly enabled: boolean;
  readonly config: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Another one after each change. */
  readonly version: string;
}

/** Where events go. */
export interface CatalogDestination {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Name of the destination definition. */
  readonly type: string;
  readonly enabled: boolean;
  readonly connectionMode: ConnectionMode;
  /**
   * Secrets included, see `maskConfig` of `@lethe/destination-definitions`; a reader without their
   * key has a `SealedValue` in the place of each.
   */
  readonly config: Readonly<Record<string, unknown>>;
  readonly transformationId?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Another one after each change. */
  readonly version: string;
}

/** One page of a list, and how many there are on all pages. */
export interface CatalogPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** @param box opens the secrets; without it they stay sealed */
export function toCatalogDestination(
  row: DestinationRow,
  box: SecretBox | undefined,
): CatalogDestination {
  const owner = { workspaceId: row.workspace_id, id: row.id };
  return {
    ...owner,
    name: row.name,
    type: row.type,
    enabled: row.enabled,
    connectionMode: row.connection_mode,
    config: unsealConfig(row.config, owner, box),
    ...(row.transformation_id === null ? {} : { transformationId: row.transformation_id }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: versionOf(row),
  };
}
