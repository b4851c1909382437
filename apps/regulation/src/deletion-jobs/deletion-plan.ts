import type { CatalogDestination } from '@lethe/catalog';
import { DetailsCollector, type RegulationRequest } from '@lethe/contracts';
import { canDelete, deletionRefusal, findDefinition } from '@lethe/destination-definitions';
import { showId } from '../regulations/show-id.js';

/** A destination that a request deletes at. */
export interface DeletionTarget {
  readonly id: string;
  readonly type: string;
  /** Most users that the destination deletes with one request. */
  readonly batchSize: number;
}

/**
 * Checks that the destinations of a deletion can carry it out.
 *
 * @param found those of the requested destinations that the workspace has
 * @throws LetheError `invalid_request` naming each destination that is unknown, does not run in
 * cloud mode or cannot delete, and each user whom a destination cannot find
 */
export function planDeletion(
  request: RegulationRequest,
  found: readonly CatalogDestination[],
): DeletionTarget[] {
  const problems = new DetailsCollector();
  const byId = new Map(found.map((destination) => [destination.id, destination]));
  const targets: DeletionTarget[] = [];
  (request.destinationIds ?? []).forEach((id, index) => {
    const path = `destinationIds[${index}]`;
    const destination = byId.get(id);
    const definition = destination && findDefinition(destination.type);
    if (destination === undefined || definition === undefined) {
      problems.add(path, `there is no destination ${showId(id)} in this workspace`);
      return;
    }
    const refusal = deletionRefusal(
      destination.type,
      destination.config,
      destination.connectionMode,
    );
    if (refusal !== undefined) {
      problems.add(path, `destination "${id}" ${refusal}`);
      return;
    }
    request.users.forEach((user, position) => {
      if (!canDelete(definition, user)) {
        problems.add(
          `users[${position}]`,
          `has no identifier that destination "${id}" can delete by`,
        );
      }
    });
    targets.push({
      id,
      type: destination.type,
      batchSize: definition.capabilities.deletion.batchSize ?? 1,
    });
  });
  problems.throwIfAny();
  return targets;
}
