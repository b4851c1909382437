import { DATA_PLANE_SCOPES, FIXED_LIMITS } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { toSecretRecord, type SecretRecord, type SecretRow } from '../tokens/secret-state.js';
import { SecretTable, type NewSecret } from '../tokens/secret-table.js';

/** A data plane of one workspace in the API. */
export type CatalogDataPlane = SecretRecord;

export type DataPlaneTable = SecretTable<SecretRow, CatalogDataPlane, NewSecret>;

/**
 * Returns the table of the data planes of workspaces. It does not contain the data planes of
 * namespaces, which the operator manages. A caller who creates a data plane needs
 * `data-planes:write` and all scopes of a data plane.
 */
export function dataPlaneTable(database: DatabaseConnection): DataPlaneTable {
  return new SecretTable<SecretRow, CatalogDataPlane, NewSecret>(database, {
    table: 'data_planes',
    prefix: 'lth_dp_',
    maximum: FIXED_LIMITS.dataPlanesPerWorkspace,
    columns: {},
    toColumns: () => [],
    requiredScopes: () => ['data-planes:write', ...DATA_PLANE_SCOPES],
    toItem: toSecretRecord,
  });
}
