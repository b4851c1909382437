import type { DatabaseConnection } from '@lethe/database';
import { askDatabase } from '../ask-database.js';
import {
  SecretLookup,
  type AskAsStranger,
  type SecretLookupOptions,
} from '../tokens/secret-lookup.js';
import type { DataPlaneIdentity } from './data-plane-identity.js';

export type DataPlaneAuthenticatorOptions = SecretLookupOptions;

interface DataPlaneRow {
  readonly id: string;
  readonly name: string;
  readonly workspace_id: string | null;
  readonly namespace_id: string | null;
  readonly workspace_ids: string[];
}

const QUERY = `
  select d.id, d.name, d.workspace_id, d.namespace_id,
    case when d.workspace_id is not null then array[d.workspace_id] else array(
      select n.workspace_id from catalog.namespace_workspaces n
      where n.namespace_id = d.namespace_id order by n.workspace_id
    ) end as workspace_ids
  from catalog.data_planes d
  where d.hash = $1 and d.revoked_at is null`;

/**
 * Finds out which data plane a secret belongs to. Knows data planes' secrets only, not the tokens
 * of API callers.
 */
export class DataPlaneAuthenticator {
  private readonly secrets: SecretLookup<DataPlaneIdentity>;

  constructor(database: DatabaseConnection, options: DataPlaneAuthenticatorOptions = {}) {
    this.secrets = new SecretLookup(
      (hash) => askDatabase(() => readDataPlane(database, hash), database.lookupMs),
      options,
    );
  }

  /**
   * @param secret as the data plane sent it
   * @param asStranger asks about a secret that was never known here; at once when absent
   * @returns the data plane, as of at most 2 s ago; `undefined` when the secret is unknown or
   * revoked
   * @throws LetheError `unavailable` within 2 s when the database is away
   */
  authenticate(secret: string, asStranger?: AskAsStranger): Promise<DataPlaneIdentity | undefined> {
    return this.secrets.find(secret, asStranger);
  }
}

async function readDataPlane(
  database: DatabaseConnection,
  hash: Buffer,
): Promise<DataPlaneIdentity | undefined> {
  const [row] = await database.query<DataPlaneRow>(QUERY, [hash]);
  if (row === undefined) return undefined;
  return Object.freeze({
    dataPlaneId: row.id,
    name: row.name,
    workspaceIds: Object.freeze(row.workspace_ids),
    ...(row.workspace_id === null ? {} : { workspaceId: row.workspace_id }),
    ...(row.namespace_id === null ? {} : { namespaceId: row.namespace_id }),
  });
}
