import { DATA_PLANE_SCOPES, FIXED_LIMITS } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { toSecretRecord, type SecretRecord, type SecretRow } from '../tokens/secret-state.js';
import { SecretTable, type NewSecret } from '../tokens/secret-table.js';

/** A data plane of one workspace as callers of the API see it. */
export type CatalogDataPlane = SecretRecord;

export type DataPlaneTable = SecretTable<SecretRow, CatalogDataPlane, NewSecret>;

/**
 * Data planes of workspaces; those of namespaces belong to the operator. Whoever makes one needs `data-planes:write`, and what a data plane may do.
 */
export function dataPlaneTable(database: DatabaseConnection): DataPlaneTable {
  return new SecretTable<SecretRow, CatalogDataPlane, NewSecret>(database, {
    table: 'data_planes',
    prefix: 'lth_dp_',
    most: FIXED_LIMITS.dataPlanesPerWorkspace,
    columns: {},
    toColumns: () => [],
    takes: () => ['data-planes:write', ...DATA_PLANE_SCOPES],
    toItem: toSecretRecord,
  });
}
