import type { CreateRegulationsDto } from '@lethe/api/regulations';
import type { CatalogDestination } from '@lethe/catalog';
import { DetailsCollector, type UserIdentifiers } from '@lethe/contracts';
import {
  canDelete,
  DEFAULT_CALLS_PER_SECOND,
  deletionRefusal,
  findDefinition,
} from '@lethe/destination-definitions';
import { eachInSteps } from '@lethe/resilience';
import { showId } from '../record/show-id.js';

export interface DeletionTarget {
  readonly id: string;
  readonly type: string;
  /** Maximum number of users that the destination deletes with one request. */
  readonly batchSize: number;
  /** Maximum number of calls per second. */
  readonly rate: number;
}

export interface JudgedDestination extends Pick<CatalogDestination, 'id' | 'type'> {
  readonly refusal: string | undefined;
}

export function judged({
  id,
  type,
  config,
  connectionMode,
}: CatalogDestination): JudgedDestination {
  return { id, type, refusal: deletionRefusal(type, config, connectionMode) };
}

interface DeletionObstacles {
  readonly unconnected?: readonly string[];
  readonly unusable?: Readonly<Record<string, string>> | undefined;
}

/**
 * Checks that the destinations of a deletion can carry it out.
 *
 * @param found the requested destinations that the workspace has
 * @param options.unconnected ids of destinations that no data plane serves, see
 *   `CatalogReader.unconnectedDestinations`
 * @param options.unusable as `PlanRegulationsDto.unusableDestinations`
 * @throws LetheError `invalid_request` with an error for each destination that the workspace does
 *   not have, or that cannot carry out the deletion
 * @returns each destination once, even if the request contains its id twice
 */
export function deletionTargets(
  request: CreateRegulationsDto,
  found: readonly JudgedDestination[],
  { unconnected = [], unusable = {} }: DeletionObstacles = {},
): DeletionTarget[] {
  const problems = new DetailsCollector();
  const isUnconnected = new Set(unconnected);
  const byId = new Map(found.map((destination) => [destination.id, destination]));
  const targets = new Map<string, DeletionTarget>();
  (request.destinationIds ?? []).forEach((id, index) => {
    const path = `destinationIds[${index}]`;
    const destination = byId.get(id);
    const definition = destination && findDefinition(destination.type);
    if (destination === undefined || definition === undefined) {
      problems.add(path, `there is no destination ${showId(id)} in this workspace`);
      return;
    }
    const { type } = destination;
    const refusal =
      destination.refusal ??
      (Object.hasOwn(unusable, id) ? unusable[id] : undefined) ??
      (type !== 'CUSTOM' && isUnconnected.has(id) ? UNCONNECTED : undefined);
    if (refusal !== undefined) {
      problems.add(path, `destination "${id}" ${refusal}`);
      return;
    }
    const { batchSize = 1, requestsPerSecond = DEFAULT_CALLS_PER_SECOND } =
      definition.capabilities.deletion;
    targets.set(id, { id, type, batchSize, rate: requestsPerSecond });
  });
  problems.throwIfAny();
  return [...targets.values()];
}

const UNCONNECTED =
  'is connected to no source, so the data planes of this workspace cannot delete there; connect it to a source first';

/**
 * @throws LetheError `invalid_request` with an error for each user that a destination cannot find
 */
export async function refuseUnidentified(
  { users }: CreateRegulationsDto,
  targets: readonly DeletionTarget[],
): Promise<void> {
  const problems = new DetailsCollector();
  for (const target of targets) {
    await eachInSteps(users, (user, position) => {
      if (!canIdentify(target, user)) {
        problems.add(`users[${position}]`, unidentifiedAt(target.id));
      }
    });
  }
  problems.throwIfAny();
}

/** Error text for a user that `canIdentify` rejects. */
export function unidentifiedAt(destinationId: string): string {
  return `has no identifier that destination "${destinationId}" can use for a deletion`;
}

export function canIdentify(target: DeletionTarget, user: UserIdentifiers): boolean {
  const definition = findDefinition(target.type);
  return definition !== undefined && canDelete(definition, user);
}
