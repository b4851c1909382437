import type { CatalogReader } from '@lethe/catalog';
import type { PlanRegulationsDto } from '@lethe/api/regulations';
import { areAllDestinations, FIXED_LIMITS } from '@lethe/contracts';
import { deletionRefusal, findDefinition } from '@lethe/destination-definitions';

export type OrderCatalog = Pick<
  CatalogReader,
  'findDestinations' | 'findDeletionTarget' | 'allDestinations'
>;

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
  if (areAllDestinations(destinationIds)) return allUnusable(catalog, workspaceId);
  const reasons = new Map<string, string>();
  for (const { id, ...known } of await catalog.findDestinations(workspaceId, destinationIds)) {
    if (deletionRefusal(known.type, known.config, known.connectionMode) === undefined) continue;
    // Reads the destination again, because the cache is up to two seconds old. So a destination
    // that was just corrected is not refused.
    const now = await catalog.findDeletionTarget(workspaceId, id);
    const reason = now && deletionRefusal(now.type, now.config, now.connectionMode);
    if (reason !== undefined) reasons.set(id, reason);
  }
  return memberOf(reasons);
}

/**
 * Does the same for all destinations of the workspace. Leaves out destinations whose mode or type
 * forbids deletions, because the regulation service sees this without secrets. Stops at the limit
 * above which the service refuses the request.
 */
async function allUnusable(
  catalog: OrderCatalog,
  workspaceId: string,
): Promise<Pick<PlanRegulationsDto, 'unusableDestinations'>> {
  const reasons = new Map<string, string>();
  let count = 0;
  for await (const portion of catalog.allDestinations(workspaceId)) {
    for (const { id, type, connectionMode, config } of portion) {
      const { supported } = findDefinition(type)?.capabilities.deletion ?? { supported: false };
      if (connectionMode !== 'cloud' || !supported) continue;
      const reason = deletionRefusal(type, config, connectionMode);
      if (reason !== undefined) reasons.set(id, reason);
    }
    count += portion.length;
    if (count > FIXED_LIMITS.allDestinations) break;
  }
  return memberOf(reasons);
}

function memberOf(
  reasons: ReadonlyMap<string, string>,
): Pick<PlanRegulationsDto, 'unusableDestinations'> {
  return reasons.size === 0 ? {} : { unusableDestinations: Object.fromEntries(reasons) };
}
