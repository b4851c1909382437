import type { EntityManager } from 'typeorm';
import type { JsonObject } from '@lethe/contracts';
import { CatalogError } from '../catalog-error.js';
import { hasSecrets, sealConfig } from '../secrets/config-secrets.js';
import { sealCredential } from '../secrets/credential-secrets.js';
import type { SecretBox } from '../secrets/secret-box.js';
import type { Row } from './document-rows.js';
import type { UpsertKind } from './upsert-targets.js';

type Rows = Record<UpsertKind, readonly Row[]>;
/** Returns a key that is unique across workspaces. */
const keyOf = (...parts: readonly unknown[]): string => JSON.stringify(parts);

/**
 * Encrypts the secrets of the rows. If the table already has the same secret, the stored ciphertext
 * is kept. A new ciphertext would differ, because its nonce is random, and the row would count as
 * changed.
 *
 * @throws CatalogError if there are secrets to encrypt and `box` is absent
 */
export async function sealRows(
  manager: EntityManager,
  rows: Rows,
  box: SecretBox | undefined,
): Promise<Rows> {
  const { destinations, credentials } = rows;
  if (box === undefined) {
    refuseSecrets(rows);
    return rows;
  }
  if (destinations.length === 0 && credentials.length === 0) return rows;
  const stored = await readStored(manager, rows);
  return {
    ...rows,
    destinations: destinations.map((row) => {
      const owner = { workspaceId: text(row.workspace_id), id: text(row.id), type: text(row.type) };
      const before = stored.configs.get(keyOf(owner.workspaceId, owner.id));
      return { ...row, config: sealConfig(row.config as JsonObject, owner, box, before) };
    }),
    credentials: credentials.map((row) => {
      const owner = { workspaceId: text(row.workspace_id), key: text(row.key) };
      const before = stored.credentials.get(keyOf(owner.workspaceId, owner.key));
      return { ...row, value: sealCredential(text(row.value), owner, box, before) };
    }),
  };
}

function refuseSecrets({ destinations, credentials }: Rows): void {
  const found = destinations.find((row) => hasSecrets(row.config as JsonObject, text(row.type)));
  const problem =
    found !== undefined
      ? `The workspace file has secrets of the destination "${text(found.id)}"`
      : credentials.length > 0
        ? 'The workspace file has credentials'
        : undefined;
  if (problem === undefined) return;
  throw new CatalogError(
    `${problem}, but there is no key to encrypt them. Set LETHE_SECRET_KEY to the key of the gateway.`,
  );
}

async function readStored(
  manager: EntityManager,
  rows: Rows,
): Promise<{ configs: Map<string, JsonObject>; credentials: Map<string, string> }> {
  const configs = await manager.query<{ workspace_id: string; id: string; config: JsonObject }[]>(
    `select workspace_id, id, config from catalog.destinations
     where (workspace_id, id) in (select * from unnest($1::text[], $2::text[]))`,
    columns(rows.destinations, 'workspace_id', 'id'),
  );
  const credentials = await manager.query<{ workspace_id: string; key: string; value: string }[]>(
    `select workspace_id, key, value from catalog.credentials
     where (workspace_id, key) in (select * from unnest($1::text[], $2::text[]))`,
    columns(rows.credentials, 'workspace_id', 'key'),
  );
  return {
    configs: new Map(configs.map((row) => [keyOf(row.workspace_id, row.id), row.config])),
    credentials: new Map(credentials.map((row) => [keyOf(row.workspace_id, row.key), row.value])),
  };
}

function columns(rows: readonly Row[], ...names: readonly string[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}

/** Returns a value that is a string according to the schema of the file. */
function text(value: unknown): string {
  return value as string;
}
