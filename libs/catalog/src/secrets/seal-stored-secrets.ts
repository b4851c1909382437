import type { DatabaseConnection } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { hasSealedValue, sealConfig, unsealConfig } from './config-secrets.js';
import { openCredential, sealCredential } from './credential-secrets.js';
import type { SecretBox } from './secret-box.js';
import { SealedValue } from './sealed-value.js';

/** Result of a pass over the stored secrets. All members are numbers of rows. */
export interface ResealSummary {
  /** Destinations with secrets that this pass encrypted with the current key. */
  readonly destinations: number;
  readonly credentials: number;
  /** Rows with a secret that no key decrypts. These secrets are not changed. */
  readonly unreadable: number;
}

interface DestinationRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
}

interface CredentialRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly value: string;
}

type Outcome = 'same' | 'sealed' | 'unreadable';
/** Id of the workspace, and id of the row in the workspace. */
type Key = readonly [string, string];

interface Batch {
  readonly outcomes: readonly Outcome[];
  readonly last: Key | undefined;
}

/** Maximum number of rows that are locked at a time. */
const BATCH = 200;

/**
 * Encrypts with the current key all secrets that are plain text or encrypted with an older key.
 * Rows without such secrets are not written. So the function can run repeatedly, also while Lethe
 * is running.
 *
 * @throws LetheError `unavailable`; finished batches stay committed
 */
export async function sealStoredSecrets(
  database: DatabaseConnection,
  box: SecretBox,
): Promise<ResealSummary> {
  const destinations = await inBatches(database, async (manager, after) => {
    const rows = await manager.query<DestinationRow[]>(
      `select workspace_id, id, type, config from catalog.destinations
       where (workspace_id, id) > ($1, $2) order by workspace_id, id limit ${BATCH} for update`,
      [...after],
    );
    return oneByOne(rows, (row) => resealDestination(manager, row, box));
  });
  const credentials = await inBatches(database, async (manager, after) => {
    const rows = await manager.query<CredentialRow[]>(
      `select workspace_id, key as id, value from catalog.credentials
       where (workspace_id, key) > ($1, $2) order by workspace_id, key limit ${BATCH} for update`,
      [...after],
    );
    return oneByOne(rows, (row) => resealCredential(manager, row, box));
  });
  return {
    destinations: destinations.sealed,
    credentials: credentials.sealed,
    unreadable: destinations.unreadable + credentials.unreadable,
  };
}

async function resealDestination(
  manager: EntityManager,
  row: DestinationRow,
  box: SecretBox,
): Promise<Outcome> {
  const owner = { workspaceId: row.workspace_id, id: row.id, type: row.type };
  const opened = unsealConfig(row.config, owner, box);
  const config = JSON.stringify(sealConfig(opened, owner, box, row.config));
  if (config !== JSON.stringify(row.config)) {
    await manager.query(
      'update catalog.destinations set config = $3 where workspace_id = $1 and id = $2',
      [row.workspace_id, row.id, config],
    );
    return hasSealedValue(opened) ? 'unreadable' : 'sealed';
  }
  return hasSealedValue(opened) ? 'unreadable' : 'same';
}

async function resealCredential(
  manager: EntityManager,
  row: CredentialRow,
  box: SecretBox,
): Promise<Outcome> {
  const owner = { workspaceId: row.workspace_id, key: row.id };
  const opened = openCredential(row.value, owner, box);
  if (opened instanceof SealedValue) return 'unreadable';
  const value = sealCredential(opened, owner, box, row.value);
  if (value === row.value) return 'same';
  await manager.query(
    'update catalog.credentials set value = $3 where workspace_id = $1 and key = $2',
    [row.workspace_id, row.id, value],
  );
  return 'sealed';
}

async function inBatches(
  database: DatabaseConnection,
  next: (manager: EntityManager, after: Key) => Promise<Batch>,
): Promise<Record<Outcome, number>> {
  const counts = { same: 0, sealed: 0, unreadable: 0 };
  let after: Key | undefined = ['', ''];
  while (after !== undefined) {
    const from: Key = after;
    const { outcomes, last }: Batch = await database.transaction((manager) => next(manager, from));
    for (const outcome of outcomes) counts[outcome] += 1;
    after = last;
  }
  return counts;
}

async function oneByOne<R extends { readonly workspace_id: string; readonly id: string }>(
  rows: readonly R[],
  visit: (row: R) => Promise<Outcome>,
): Promise<Batch> {
  const outcomes: Outcome[] = [];
  for (const row of rows) outcomes.push(await visit(row));
  const last = rows.at(-1);
  return { outcomes, last: last && [last.workspace_id, last.id] };
}
