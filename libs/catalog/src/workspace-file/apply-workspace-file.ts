import { ADVISORY_LOCKS, type DatabaseConnection } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { toRows, type Row } from './document-rows.js';
import type { SecretBox } from '../secrets/secret-box.js';
import { refuseUsedSecrets } from './refuse-used-secrets.js';
import { refuseUsedWriteKeys } from './refuse-used-write-keys.js';
import { sealRows } from './seal-rows.js';
import { upsertRows, type ChangeCount } from './upsert-rows.js';
import { UPSERT_TARGETS, type UpsertKind } from './upsert-targets.js';
import type { WorkspaceDocument } from './workspace-schema.js';

/** Numbers of created, updated and unchanged rows of each kind. */
export type ApplySummary = Readonly<Record<UpsertKind, ChangeCount>>;

/**
 * Applies a workspace file to the database in one transaction. Applying the same file again changes
 * nothing. No row is removed, and a revoked token stays revoked.
 *
 * @param document from `parseWorkspaceFile`
 * @param box encrypts the secrets of destinations and credentials
 * @throws WorkspaceFileError if the secret of a token or data plane, or a write key, already has
 * another owner; CatalogError if there are secrets to encrypt and `box` is absent; LetheError
 * `unavailable`
 */
export async function applyWorkspaceFile(
  database: DatabaseConnection,
  document: WorkspaceDocument,
  box?: SecretBox,
): Promise<ApplySummary> {
  return database.transaction(async (manager) => {
    await lockCatalogWrites(manager);
    return applyDocument(manager, document, box);
  });
}

/**
 * Takes a lock, so that only one transaction at a time applies a document. Several processes can
 * start with the same file.
 */
export async function lockCatalogWrites(manager: EntityManager): Promise<void> {
  await manager.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.workspaceFile]);
}

/**
 * Applies a document as `applyWorkspaceFile` does. The caller must have begun the transaction and
 * called `lockCatalogWrites`.
 */
export async function applyDocument(
  manager: EntityManager,
  document: WorkspaceDocument,
  box?: SecretBox,
): Promise<ApplySummary> {
  await refuseUsedSecrets(manager, document);
  await refuseUsedWriteKeys(manager, document);
  const rows = await sealRows(manager, toRows(document), box);
  const summary: Partial<Record<UpsertKind, ChangeCount>> = {};
  for (const kind of Object.keys(UPSERT_TARGETS) as UpsertKind[]) {
    summary[kind] = await upsertRows(manager, UPSERT_TARGETS[kind], rows[kind]);
  }
  const { created = 0, updated = 0 } = summary.credentials ?? {};
  if (created + updated > 0) await recordChange(manager, rows.credentials);
  return summary as ApplySummary;
}

/**
 * Records a change of credentials, because test runs need the time of the last change. No trigger
 * records it, because data planes do not receive credentials.
 */
async function recordChange(manager: EntityManager, credentials: readonly Row[]): Promise<void> {
  await manager.query('update catalog.workspaces set id = id where id = any($1)', [
    [...new Set(credentials.map((row) => row.workspace_id))],
  ]);
}
