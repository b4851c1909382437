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

/** How many of each kind were created, updated, or already as the file says. */
export type ApplySummary = Readonly<Record<UpsertKind, ChangeCount>>;

/**
 * Brings the database to what a workspace file says, all or nothing. Applying the same file again
 * changes nothing; nothing is ever removed, and a token that was revoked stays revoked.
 *
 * @param document from `parseWorkspaceFile`
 * @param box seals what is secret in destinations and credentials
 * @throws WorkspaceFileError when a token or a write key is in use elsewhere; CatalogError when
 * there is something to seal and no box; LetheError `unavailable`
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

/** Lets one transaction at a time fill the catalog from a document. */
export async function lockCatalogWrites(manager: EntityManager): Promise<void> {
  // Several processes start with the same file: they apply it one after the other.
  await manager.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.workspaceFile]);
}

/** As `applyWorkspaceFile`, in the caller's transaction, which holds the lock. */
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
  if (created + updated > 0) await noteChange(manager, rows.credentials);
  return summary as ApplySummary;
}

/** Credentials are no part of what data planes get, so no trigger notes their changes; test runs go by the time of the last change. */
async function noteChange(manager: EntityManager, credentials: readonly Row[]): Promise<void> {
  await manager.query('update catalog.workspaces set id = id where id = any($1)', [
    [...new Set(credentials.map((row) => row.workspace_id))],
  ]);
}
