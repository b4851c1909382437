import type { CreateRegulationsDto } from '@lethe/api/regulations';
import {
  areAllDestinations,
  defined,
  DetailsCollector,
  invalidMember,
  normaliseUserId,
  pairsProblem,
  type RegulationLimits,
} from '@lethe/contracts';
import {
  resolveAllDestinations,
  type UnusableDestinations,
} from '../../deletions/all-destinations.js';
import {
  deletionTargets,
  judged,
  type DeletionTarget,
  type JudgedDestination,
} from '../../deletions/check-destinations.js';
import type { ResolvedDestinations } from '../../record/not-deleted.js';
import { showId } from '../../record/show-id.js';
import type { ServiceCatalog, ServiceParts } from '../../service-parts.js';

/**
 * Returns the members of the create request in a command. Leaves out the context of the command,
 * and members that only newer gateways send.
 */
export function toRequest({
  regulationType,
  sourceIds,
  destinationIds,
  users,
  reason,
  receivedAt,
  law,
}: CreateRegulationsDto): CreateRegulationsDto {
  return {
    regulationType,
    ...(sourceIds === undefined ? {} : { sourceIds }),
    ...(destinationIds === undefined ? {} : { destinationIds }),
    users,
    ...defined({ reason, receivedAt, law }),
  };
}

/**
 * Checks the size of a request. The gateway has already checked the size, but with the limits of
 * its own configuration.
 *
 * @throws LetheError `invalid_request` with the limit
 */
export function checkSize(request: CreateRegulationsDto, limits: RegulationLimits): void {
  const problem = pairsProblem(request, limits);
  if (problem === undefined) return;
  const problems = new DetailsCollector();
  problems.add('users', problem);
  problems.throwIfAny();
}

/** A request with its destinations. */
export interface CheckedRequest<Request> {
  /** If the request was for all destinations, its `destinationIds` are the resolved ones. */
  readonly request: Request;
  /** The destinations at which the request deletes. */
  readonly targets: readonly DeletionTarget[];
  /** Absent if the request names its destinations. */
  readonly resolved?: ResolvedDestinations;
}

/**
 * Checks the sources and destinations of a request. Replaces `destinationIds: ["*"]` by the
 * destinations that can delete now.
 *
 * @throws LetheError `invalid_request` for unknown sources, for destinations that cannot delete,
 *   and above the limit of users multiplied by destinations
 */
export async function checkCatalog<Request extends CreateRegulationsDto>(
  { catalog, limits }: Pick<ServiceParts, 'catalog' | 'limits'>,
  workspaceId: string,
  request: Request,
  checks: UnusableDestinations = {},
): Promise<CheckedRequest<Request>> {
  if (!areAllDestinations(request.destinationIds)) {
    return { request, targets: await checkNamed(catalog, workspaceId, request, checks) };
  }
  const { targets, resolved } = await resolveAllDestinations(catalog, workspaceId, checks);
  if (request.users.length * targets.length > limits.deletionsPerRequest) {
    throw invalidMember(
      'users',
      `the number of users times the number of destinations that can delete (${targets.length}) must not exceed ${limits.deletionsPerRequest}; send fewer users`,
    );
  }
  const { destinationIds } = resolved;
  return { request: { ...request, destinationIds }, targets, resolved };
}

/** Checks the named sources and destinations of a request. */
async function checkNamed(
  catalog: ServiceCatalog,
  workspaceId: string,
  request: CreateRegulationsDto,
  { unusableDestinations }: UnusableDestinations,
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

/**
 * Finds the destinations of a request. The cached catalog is up to two seconds old. So a
 * destination that cannot delete according to the cache is read again from the database, where it
 * can already be corrected.
 */
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
  const missingIds = new Set(missing);
  const problems = new DetailsCollector();
  sourceIds.forEach((id, index) => {
    if (missingIds.has(id)) {
      problems.add(`sourceIds[${index}]`, `there is no source ${showId(id)} in this workspace`);
    }
  });
  problems.throwIfAny();
}

/**
 * @param crowded suppression keys of users with too many sources
 * @throws LetheError `invalid_request` with an error for each of these users
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
