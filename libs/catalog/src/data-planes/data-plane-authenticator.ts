import type { DatabaseConnection } from '@lethe/database';
import { askDatabase } from '../ask-database.js';
import { LastUsedRecorder } from '../tokens/last-used-recorder.js';
import { isFormer, type FormerCredential, type OnFormer } from '../tokens/former-credential.js';
import {
  keyOfHash,
  SecretLookup,
  type AskAsStranger,
  type Owners,
  type SecretLookupOptions,
} from '../tokens/secret-lookup.js';
import type { DataPlaneIdentity } from './data-plane-identity.js';

export interface DataPlaneAuthenticatorOptions extends SecretLookupOptions {
  /** Called when the times of last use could not be written. */
  readonly onError?: (error: unknown) => void;
}

/** How coarsely the last use is recorded: data planes poll all the time, and whoever looks after them asks whether they do. */
const USE_SECONDS = 60;

interface DataPlaneRow {
  readonly hash: Buffer;
  readonly is_revoked: boolean;
  readonly id: string;
  readonly name: string;
  readonly workspace_id: string | null;
  readonly namespace_id: string | null;
  readonly workspace_ids: string[];
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

interface KnownDataPlane {
  readonly identity: DataPlaneIdentity;
  /** As `FormerCredential` says it. */
  readonly owner: FormerCredential['owner'];
  readonly expiresAt: number;
  lastUsedAt: number;
}

const QUERY = `
  select d.hash, d.revoked_at is not null as is_revoked, d.id, d.name, d.workspace_id, d.namespace_id,
    d.expires_at, d.last_used_at,
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
  private readonly secrets: SecretLookup<KnownDataPlane | FormerCredential>;
  private readonly lastUsed: LastUsedRecorder;

  constructor(database: DatabaseConnection, options: DataPlaneAuthenticatorOptions = {}) {
    this.secrets = new SecretLookup(
      (hashes) => askDatabase(() => readDataPlanes(database, hashes), database.lookupMs),
      options,
    );
    this.lastUsed = new LastUsedRecorder(database, {
      table: 'data_planes',
      everySeconds: USE_SECONDS,
      onError: options.onError ?? (() => undefined),
    });
  }

  /**
   * @param secret as the data plane sent it
   * @param asStranger asks about a secret that was never known here; at once when absent
   * @param onFormer is told whose the secret was when it is revoked or has expired
   * @returns the data plane, as of at most 2 s ago; `undefined` when the secret is unknown,
   * revoked or expired
   * @throws LetheError `unavailable` within 2 s when the database is away
   */
  async authenticate(
    secret: string,
    asStranger?: AskAsStranger,
    onFormer?: OnFormer,
  ): Promise<DataPlaneIdentity | undefined> {
    const known = await this.secrets.find(secret, asStranger);
    if (known === undefined) return undefined;
    if (isFormer(known)) {
      onFormer?.(known);
      return undefined;
    }
    const { identity, owner } = known;
    if (known.expiresAt <= Date.now()) {
      onFormer?.({ endedBy: 'expired', id: identity.dataPlaneId, name: identity.name, owner });
      return undefined;
    }
    if (this.lastUsed.record(identity.dataPlaneId, known.lastUsedAt)) known.lastUsedAt = Date.now();
    return identity;
  }

  /** As that of `TokenAuthenticator`. */
  async stop(): Promise<void> {
    await this.lastUsed.flush();
  }
}

async function readDataPlanes(
  database: DatabaseConnection,
  hashes: readonly Buffer[],
): Promise<Owners<KnownDataPlane | FormerCredential>> {
  const rows = await database.query<DataPlaneRow>(QUERY, [hashes]);
  return new Map(
    rows.map((row) => [keyOfHash(row.hash), row.is_revoked ? toRevoked(row) : toKnown(row)]),
  );
}

function toRevoked(row: DataPlaneRow): FormerCredential {
  return { endedBy: 'revoked', id: row.id, name: row.name, owner: ownerOf(row) };
}

function toKnown(row: DataPlaneRow): KnownDataPlane {
  return {
    identity: toIdentity(row),
    owner: ownerOf(row),
    expiresAt: row.expires_at?.getTime() ?? Infinity,
    lastUsedAt: row.last_used_at?.getTime() ?? -Infinity,
  };
}

function ownerOf({ workspace_id: workspaceId, namespace_id: namespaceId }: DataPlaneRow) {
  return workspaceId === null ? { namespaceId: namespaceId ?? '' } : { workspaceId };
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
