import type { ConnectionMode } from '@lethe/destination-definitions';
import type { DestinationEntity } from '../entities/destination.entity.js';
import type { SourceEntity } from '../entities/source.entity.js';
import { unsealConfig } from '../secrets/config-secrets.js';
import type { SecretBox } from '../secrets/secret-box.js';

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
}

/** One page of a list, and how many there are on all pages. */
export interface CatalogPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}

export function toCatalogSource(row: SourceEntity): CatalogSource {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    name: row.name,
    type: row.type,
    writeKey: row.writeKey,
    enabled: row.enabled,
    config: row.config,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** @param box opens the secrets; without it they stay sealed */
export function toCatalogDestination(
  row: DestinationEntity,
  box: SecretBox | undefined,
): CatalogDestination {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    name: row.name,
    type: row.type,
    enabled: row.enabled,
    connectionMode: row.connectionMode,
    config: unsealConfig(row.config, row, box),
    ...(row.transformationId === null ? {} : { transformationId: row.transformationId }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
