import type { NotDeletedDto } from '@lethe/api/regulations';
import type { CatalogDestination } from '@lethe/catalog';
import { FIXED_LIMITS, invalidMember, type UserIdentifiers } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import { eachInSteps } from '@lethe/resilience';
import type { ResolvedDestinations } from '../record/not-deleted.js';
import type { ServiceCatalog } from '../service-parts.js';
import {
  canIdentify,
  judged,
  judgeWith,
  type DeletionTarget,
  type JudgedDestination,
} from './check-destinations.js';

interface Resolved {
  readonly targets: readonly DeletionTarget[];
  readonly resolved: ResolvedDestinations;
}

/** Reasons of the gateway why destinations cannot delete, see `DeletionOrderDto`. */
export interface UnusableDestinations {
  readonly unusableDestinations?: Readonly<Record<string, string>> | undefined;
  /**
   * Time of the check by the gateway. A destination that changed later is judged without the
   * reason. Absent: just now.
   */
  readonly checkedAt?: Date;
}

/**
 * Finds all destinations of a workspace that can delete now. Reads the database, because the cached
 * catalog can lack a destination that was just created.
 *
 * @throws LetheError `invalid_request` if no destination can delete, or if the workspace has too
 *   many destinations
 */
export async function resolveAllDestinations(
  catalog: Pick<ServiceCatalog, 'allDestinations' | 'deletionSettings' | 'unconnectedDestinations'>,
  workspaceId: string,
  { unusableDestinations = {}, checkedAt }: UnusableDestinations = {},
): Promise<Resolved> {
  const found: JudgedDestination[] = [];
  const note = (destination: CatalogDestination) => {
    const { id, updatedAt } = destination;
    const one = judged(destination);
    const isAsChecked = checkedAt === undefined || updatedAt <= checkedAt;
    const isUnusable = isAsChecked && Object.hasOwn(unusableDestinations, id);
    found.push({
      ...one,
      refusal: one.refusal ?? (isUnusable ? unusableDestinations[id] : undefined),
    });
  };
  for await (const portion of catalog.allDestinations(workspaceId)) {
    portion.forEach(note);
    if (found.length > FIXED_LIMITS.allDestinations) throw refused(TOO_MANY);
  }
  const { deletions } = await catalog.deletionSettings(workspaceId);
  const unconnected =
    deletions === 'data-plane' && found.length > 0
      ? await catalog.unconnectedDestinations(
          workspaceId,
          found.map(({ id }) => id),
        )
      : [];
  const judge = judgeWith({ unconnected });
  const targets: DeletionTarget[] = [];
  const notDeleted: NotDeletedDto[] = [];
  await eachInSteps(found, (destination) => {
    const result = judge(destination);
    if (typeof result !== 'string') targets.push(result);
    else notDeleted.push({ destinationId: destination.id, reason: result });
  });
  if (targets.length === 0) throw refused(noneCanDelete(notDeleted));
  return {
    targets,
    resolved: {
      destinationIds: targets.map(({ id }) => id),
      notDeleted: notDeleted.slice(0, FIXED_LIMITS.notDeleted),
      notDeletedCount: notDeleted.length,
    },
  };
}

const TOO_MANY = `"*" stands for at most ${FIXED_LIMITS.allDestinations} destinations, and this workspace has more; name the destinations instead`;

function noneCanDelete(notDeleted: readonly NotDeletedDto[]): string {
  const [first] = notDeleted;
  return first === undefined
    ? 'this workspace has no destination; create one that can delete'
    : `none of the ${notDeleted.length} destinations of this workspace can delete; for example, destination "${first.destinationId}" ${first.reason}`;
}

function refused(problem: string) {
  return invalidMember('destinationIds', problem);
}

/** Error text for a user that none of the destinations of `ResolvedDestinations` can identify. */
export const UNIDENTIFIED_EVERYWHERE =
  'has no identifier that a destination of this workspace can use for a deletion';

/**
 * Returns a function that returns the ids of the destinations that can identify a user. Users with
 * identifiers of the same kinds get the same array.
 */
export function destinationsOf(
  targets: readonly DeletionTarget[],
): (user: UserIdentifiers) => readonly string[] {
  // Types with the same list of identifiers identify the same users, so one of them is asked.
  const groups = new Map<string, DeletionTarget>();
  const placed = targets.map((target) => {
    const identifiers = findDefinition(target.type)?.capabilities.deletion.identifiers;
    const group = JSON.stringify(identifiers ?? []);
    if (!groups.has(group)) groups.set(group, target);
    return { id: target.id, group };
  });
  const known = new Map<string, readonly string[]>();
  return (user) => {
    const able = new Set<string>();
    for (const [group, one] of groups) if (canIdentify(one, user)) able.add(group);
    const key = JSON.stringify([...able]);
    const ids = known.get(key) ?? placed.flatMap(({ id, group }) => (able.has(group) ? id : []));
    known.set(key, ids);
    return ids;
  };
}
