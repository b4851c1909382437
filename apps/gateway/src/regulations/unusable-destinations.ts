import type { CatalogReader } from '@lethe/catalog';
import type { PlanRegulationsDto } from '@lethe/api/regulations';
import { deletionRefusal } from '@lethe/destination-definitions';

export type OrderCatalog = Pick<CatalogReader, 'findDestinations' | 'findDeletionTarget'>;

/**
 * Finds destinations where no deletion can succeed, because of their configuration or secrets.
 *
 * @returns a member of the command that creates or plans regulations
 * @throws LetheError `unavailable`
 */
export async function unusableDestinations(
  catalog: OrderCatalog,
  workspaceId: string,
  destinationIds: readonly string[] = [],
): Promise<Pick<PlanRegulationsDto, 'unusableDestinations'>> {
  if (destinationIds.length === 0) return {};
  const reasons = new Map<string, string>();
  for (const { id, ...known } of await catalog.findDestinations(workspaceId, destinationIds)) {
    if (deletionRefusal(known.type, known.config, known.connectionMode) === undefined) continue;
    // Reads the destination again, because the cache is up to two seconds old. So a destination
    // that was just corrected is not refused.
    const now = await catalog.findDeletionTarget(workspaceId, id);
    const reason = now && deletionRefusal(now.type, now.config, now.connectionMode);
    if (reason !== undefined) reasons.set(id, reason);
  }
  return reasons.size === 0 ? {} : { unusableDestinations: Object.fromEntries(reasons) };
}
