import type { DatabaseConnection } from '@lethe/database';
import {
  CREDENTIAL_COLUMNS,
  CredentialAuthenticator,
  type AuthenticatorOptions,
  type CredentialRow,
} from '../tokens/credential-authenticator.js';
import type { DataPlaneIdentity } from './data-plane-identity.js';

/**
 * Minimum interval between two recorded uses. It is short, because operators check whether data
 * planes poll.
 */
const USE_SECONDS = 60;

interface DataPlaneRow extends CredentialRow {
  readonly namespace_id: string | null;
  readonly workspace_ids: string[];
}

/** Authenticates data planes by their secrets. Tokens of API callers are not accepted. */
export class DataPlaneAuthenticator extends CredentialAuthenticator<
  DataPlaneRow,
  DataPlaneIdentity
> {
  constructor(database: DatabaseConnection, options: AuthenticatorOptions = {}) {
    const sql = `
      select ${CREDENTIAL_COLUMNS}, t.namespace_id,
        case when t.workspace_id is not null then array[t.workspace_id] else array(
          select n.workspace_id from catalog.namespace_workspaces n
          where n.namespace_id = t.namespace_id order by n.workspace_id
        ) end as workspace_ids
      from catalog.data_planes t
      where t.hash = any($1::bytea[])`;
    super(database, { table: 'data_planes', useSeconds: USE_SECONDS, sql, toIdentity }, options);
  }
}

function toIdentity(row: DataPlaneRow): DataPlaneIdentity {
  return Object.freeze({
    dataPlaneId: row.id,
    name: row.name,
    workspaceIds: Object.freeze(row.workspace_ids),
    ...(row.workspace_id === null ? {} : { workspaceId: row.workspace_id }),
    ...(row.namespace_id === null ? {} : { namespaceId: row.namespace_id }),
  });
}
