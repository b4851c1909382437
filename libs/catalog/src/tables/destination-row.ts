import type { ConnectionMode } from '@lethe/destination-definitions';
import { unsealConfig } from '../secrets/config-secrets.js';
import type { SecretBox } from '../secrets/secret-box.js';
import type { CatalogDestination } from './catalog-records.js';
import { versionOf, type StoredRow } from './stored-row.js';

export interface DestinationRow extends StoredRow {
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly connection_mode: ConnectionMode;
  /** The configuration with its secrets sealed. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly transformation_id: string | null;
  /** Of the transformation; absent where nobody asked for it. */
  readonly transformation_version?: number | null;
}

/** @param box opens the secrets; without it each stays a `SealedValue` */
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
    ...(typeof row.transformation_version === 'number'
      ? { transformationVersion: row.transformation_version }
      : {}),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: versionOf(row),
  };
}
