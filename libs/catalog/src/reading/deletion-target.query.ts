import { LetheError } from '@lethe/contracts';
import type { LookUps } from '../ask-database.js';
import { hasSealedValue } from '../secrets/config-secrets.js';
import type { SecretBox } from '../secrets/secret-box.js';
import type { CatalogDestination } from '../tables/catalog-records.js';
import { toCatalogDestination, type DestinationRow } from '../tables/destination-row.js';

/** A destination, with decrypted secrets, for the deletion worker. */
export type DeletionTarget = Pick<
  CatalogDestination,
  'id' | 'workspaceId' | 'type' | 'connectionMode' | 'config'
>;

const QUERY = `
  select d.*, d.xmin::text as row_version
  from catalog.destinations d
  where d.workspace_id = $1 and d.id = $2`;

/** @throws LetheError `unavailable` if a secret cannot be decrypted */
export async function readDeletionTarget(
  database: LookUps,
  box: SecretBox | undefined,
  workspaceId: string,
  destinationId: string,
): Promise<DeletionTarget | undefined> {
  const [row] = await database.query<DestinationRow>(QUERY, [workspaceId, destinationId]);
  if (row === undefined) return undefined;
  const { id, type, connectionMode, config } = toCatalogDestination(row, box);
  if (hasSealedValue(config)) {
    throw new LetheError('unavailable', {
      message: `The stored secrets of destination ${id} cannot be decrypted: LETHE_SECRET_KEY is missing or wrong.`,
    });
  }
  return { id, workspaceId, type, connectionMode, config };
}
