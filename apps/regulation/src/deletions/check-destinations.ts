import type { CreateRegulationsDto } from '@lethe/api/regulations';
import type { CatalogDestination } from '@lethe/catalog';
import { DetailsCollector, type UserIdentifiers } from '@lethe/contracts';
import {
  canDelete,
  DEFAULT_CALLS_PER_SECOND,
  deletionRefusal,
  findDefinition,
} from '@lethe/destination-definitions';
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

export interface DeletionObstacles {
  /** Ids of destinations that no data plane serves, see `CatalogReader.unconnectedDestinations`. */
  readonly unconnected?: readonly string[];
  /** As `PlanRegulationsDto.unusableDestinations`. */
  readonly unusable?: Readonly<Record<string, string>> | undefined;
}

/**
 * Checks that the destinations of a deletion can carry it out.
 *
 * @param found the requested destinations that the workspace has
 * @throws LetheError `invalid_request` with an error for each destination that the workspace does
 *   not have, or that cannot carry out the deletion
 * @returns each destination once, even if the request contains its id twice
 */
export function deletionTargets(
  { destinationIds = [] }: Pick<CreateRegulationsDto, 'destinationIds'>,
  found: readonly JudgedDestination[],
  obstacles: DeletionObstacles = {},
): DeletionTarget[] {
  const problems = new DetailsCollector();
  const judge = judgeWith(obstacles);
  const byId = new Map(found.map((destination) => [destination.id, destination]));
  const targets = new Map<string, DeletionTarget>();
  destinationIds.forEach((id, index) => {
    const path = `destinationIds[${index}]`;
    const destination = byId.get(id);
    if (destination === undefined) {
      problems.add(path, `there is no destination ${showId(id)} in this workspace`);
      return;
    }
    const result = judge(destination);
    if (typeof result === 'string') problems.add(path, `destination "${id}" ${result}`);
    else targets.set(id, result);
  });
  problems.throwIfAny();
  return [...targets.values()];
}

/**
 * Returns a function that returns a destination as the target of a deletion, or the reason why it
 * cannot carry out the deletion: the end of a sentence that begins with the destination.
 */
export function judgeWith({
  unconnected = [],
  unusable = {},
}: DeletionObstacles): (destination: JudgedDestination) => DeletionTarget | string {
  const isUnconnected = new Set(unconnected);
  return ({ id, type, refusal }) => {
    const reason =
      refusal ??
      (Object.hasOwn(unusable, id) ? unusable[id] : undefined) ??
      (type !== 'CUSTOM' && isUnconnected.has(id) ? UNCONNECTED : undefined);
    if (reason !== undefined) return reason;
    const { batchSize = 1, requestsPerSecond = DEFAULT_CALLS_PER_SECOND } =
      findDefinition(type)?.capabilities.deletion ?? {};
    return { id, type, batchSize, rate: requestsPerSecond };
  };
}

const UNCONNECTED =
  'is connected to no source, so the data planes of this workspace cannot delete there; connect it to a source first';

/** Error text for a user that `canIdentify` rejects. */
export function unidentifiedAt(destinationId: string): string {
  return `has no identifier that destination "${destinationId}" can use for a deletion`;
}

export function canIdentify(target: DeletionTarget, user: UserIdentifiers): boolean {
  const definition = findDefinition(target.type);
  return definition !== undefined && canDelete(definition, user);
}
