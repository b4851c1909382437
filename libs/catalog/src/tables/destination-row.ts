import type { ConnectionMode } from '@lethe/destination-definitions';
import { unsealConfig } from '../secrets/config-secrets.js';
import type { SecretBox } from '../secrets/secret-box.js';
import type { CatalogDestination } from './catalog-records.js';
import { toItem, type StoredRow } from './stored-row.js';

export interface DestinationRow extends StoredRow {
  readonly name: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly connection_mode: ConnectionMode;
  /** The configuration with encrypted secrets. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly transformation_id: string | null;
  /** Absent if the query does not read the version. */
  readonly transformation_version?: number | null;
}

/** @param box decrypts the secrets; if absent, each secret is a `SealedValue` */
export function toCatalogDestination(
  row: DestinationRow,
  box: SecretBox | undefined,
): CatalogDestination {
  const { id, workspace_id: workspaceId, name, type, enabled, transformation_id, config } = row;
  const { transformation_version } = row;
  return toItem(row, {
    ...{ workspaceId, name, type, enabled, connectionMode: row.connection_mode },
    config: unsealConfig(config, { workspaceId, id }, box),
    ...(transformation_id === null ? {} : { transformationId: transformation_id }),
    ...(typeof transformation_version === 'number' && {
      transformationVersion: transformation_version,
    }),
  });
}
