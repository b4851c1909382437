import type { DatabaseConnection } from '@lethe/database';
import { askDatabase } from '../ask-database.js';
import { isFormer, type FormerCredential, type OnFormer } from '../tokens/former-credential.js';
import {
  keyOfHash,
  SecretLookup,
  type AskAsStranger,
  type Owners,
  type SecretLookupOptions,
} from '../tokens/secret-lookup.js';
import type { DataPlaneIdentity } from './data-plane-identity.js';

export type DataPlaneAuthenticatorOptions = SecretLookupOptions;

interface DataPlaneRow {
  readonly hash: Buffer;
  readonly is_revoked: boolean;
  readonly id: string;
  readonly name: string;
  readonly workspace_id: string | null;
  readonly namespace_id: string | null;
  readonly workspace_ids: string[];
}

const QUERY = `
  select d.hash, d.revoked_at is not null as is_revoked, d.id, d.name, d.workspace_id, d.namespace_id,
    case when d.workspace_id is not null then array[d.workspace_id] else array(
      select n.workspace_id from catalog.namespace_workspaces n
      where n.namespace_id = d.namespace_id order by n.workspace_id
    ) end as workspace_ids
  from catalog.data_planes d
  where d.hash = any($1::bytea[])`;

/**
 * Finds out which data plane a secret belongs to. Knows data planes' secrets only, not the tokens
 * of API callers.
 */
export class DataPlaneAuthenticator {
  private readonly secrets: SecretLookup<DataPlaneIdentity | FormerCredential>;

  constructor(database: DatabaseConnection, options: DataPlaneAuthenticatorOptions = {}) {
    this.secrets = new SecretLookup(
      (hashes) => askDatabase(() => readDataPlanes(database, hashes), database.lookupMs),
      options,
    );
  }

  /**
   * @param secret as the data plane sent it
   * @param asStranger asks about a secret that was never known here; at once when absent
   * @param onFormer is told whose the secret was when it is revoked
   * @returns the data plane, as of at most 2 s ago; `undefined` when the secret is unknown or
   * revoked
   * @throws LetheError `unavailable` within 2 s when the database is away
   */
  async authenticate(
    secret: string,
    asStranger?: AskAsStranger,
    onFormer?: OnFormer,
  ): Promise<DataPlaneIdentity | undefined> {
    const found = await this.secrets.find(secret, asStranger);
    if (!isFormer(found)) return found;
    onFormer?.(found);
    return undefined;
  }
}

async function readDataPlanes(
  database: DatabaseConnection,
  hashes: readonly Buffer[],
): Promise<Owners<DataPlaneIdentity | FormerCredential>> {
  const rows = await database.query<DataPlaneRow>(QUERY, [hashes]);
  return new Map(
    rows.map((row) => [keyOfHash(row.hash), row.is_revoked ? toRevoked(row) : toIdentity(row)]),
  );
}

function toRevoked({ id, name, ...row }: DataPlaneRow): FormerCredential {
  const owner =
    row.workspace_id === null
      ? { namespaceId: row.namespace_id ?? '' }
      : { workspaceId: row.workspace_id };
  return { endedBy: 'revoked', id, name, owner };
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
