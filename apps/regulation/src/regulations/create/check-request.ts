import type { CreateRegulationsDto, PlanRegulations } from '@lethe/api/regulations';
import {
  DetailsCollector,
  normaliseUserId,
  pairsProblem,
  type RegulationLimits,
} from '@lethe/contracts';
import {
  deletionTargets,
  judged,
  type DeletionTarget,
  type JudgedDestination,
} from '../../deletions/check-destinations.js';
import { showId } from '../../record/show-id.js';
import type { ServiceCatalog } from '../../service-parts.js';

/** @returns what a command orders: without its context, and without what a newer gateway may have added */
export function toOrder({
  regulationType,
  sourceIds,
  destinationIds,
  users,
  reason,
}: CreateRegulationsDto): CreateRegulationsDto {
  return {
    regulationType,
    ...(sourceIds === undefined ? {} : { sourceIds }),
    ...(destinationIds === undefined ? {} : { destinationIds }),
    users,
    ...(reason === undefined ? {} : { reason }),
  };
}

/**
 * The gateway has checked the size too, but with the limit that is configured there.
 *
 * @throws LetheError `invalid_request` naming the limit
 */
export function checkSize(request: CreateRegulationsDto, limits: RegulationLimits): void {
  const problem = pairsProblem(request, limits);
  if (problem === undefined) return;
  const problems = new DetailsCollector();
  problems.add('users', problem);
  problems.throwIfAny();
}

/**
 * Checks what a request names.
 *
 * @returns where it deletes
 * @throws LetheError `invalid_request` for unknown sources, and for destinations that cannot delete
 */
export async function checkCatalog(
  catalog: ServiceCatalog,
  workspaceId: string,
  request: CreateRegulationsDto,
  { unusableDestinations }: Pick<PlanRegulations, 'unusableDestinations'> = {},
): Promise<DeletionTarget[]> {
  const { sourceIds, destinationIds } = request;
  if (sourceIds !== undefined) {
    refuseMissing(sourceIds, await catalog.missingSourceIds(workspaceId, sourceIds));
  }
  if (destinationIds === undefined) return [];
  const { deletions } = await catalog.deletionSettings(workspaceId);
  const found = await orderedDestinations(catalog, workspaceId, destinationIds);
  const unconnected =
    deletions === 'data-plane'
      ? await catalog.unconnectedDestinations(
          workspaceId,
          found.map(({ id }) => id),
        )
      : [];
  return deletionTargets(request, found, { unconnected, unusable: unusableDestinations });
}

/** What is remembered is up to two seconds old: a destination that was corrected just now is not refused. */
async function orderedDestinations(
  catalog: ServiceCatalog,
  workspaceId: string,
  ids: readonly string[],
): Promise<readonly JudgedDestination[]> {
  const found = (await catalog.findDestinations(workspaceId, ids)).map(judged);
  const refused = found.flatMap(({ id, refusal }) => (refusal === undefined ? [] : id));
  if (refused.length === 0) return found;
  const now = await catalog.findDestinationsNow(workspaceId, refused);
  return [...found.filter(({ refusal }) => refusal === undefined), ...now.map(judged)];
}

function refuseMissing(sourceIds: readonly string[], missing: readonly string[]): void {
  const isMissing = new Set(missing);
  const problems = new DetailsCollector();
  sourceIds.forEach((id, index) => {
    if (isMissing.has(id)) {
      problems.add(`sourceIds[${index}]`, `there is no source ${showId(id)} in this workspace`);
    }
  });
  problems.throwIfAny();
}

/**
 * @param crowded suppression keys
 * @throws LetheError `invalid_request` naming the users who would be suppressed at too many sources
 */
export function refuseCrowded(
  { users }: CreateRegulationsDto,
  crowded: ReadonlySet<string>,
  limit: number,
): void {
  const problems = new DetailsCollector();
  for (const [index, { userId }] of users.entries()) {
    if (crowded.size === 0 || problems.isFull) break;
    if (!crowded.has(normaliseUserId(userId))) continue;
    const problem = `would be suppressed at more than ${limit} sources; leave sourceIds out to suppress everywhere`;
    problems.add(`users[${index}]`, problem);
  }
  problems.throwIfAny();
}
