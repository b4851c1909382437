import { deletions, ownWorkers } from '@lethe/api/deletions';
import type { CatalogReader } from '@lethe/catalog';
import { DetailsCollector } from '@lethe/contracts';
import { controllerOf } from '../operations/controller-of.js';

type Catalog = Pick<CatalogReader, 'findDestinations'>;

const OwnWorkersController = controllerOf(
  ownWorkers,
  ({ catalog }: { readonly catalog: Catalog }) => ({
    claimDeletionJob: {
      async answers({ context, body }, send) {
        await requireCustom(catalog, context.workspaceId, body.destinationIds ?? []);
        return send();
      },
    },
  }),
);

export const DELETION_CONTROLLERS = [controllerOf(deletions), OwnWorkersController];

/** @throws LetheError `invalid_request` naming each id that is none of a `CUSTOM` destination */
async function requireCustom(
  catalog: Catalog,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const found = await catalog.findDestinations(workspaceId, ids);
  const types = new Map(found.map(({ id, type }) => [id, type]));
  const problems = new DetailsCollector();
  ids.forEach((id, index) => {
    const type = types.get(id);
    if (type === 'CUSTOM') return;
    problems.add(
      `destinationIds[${index}]`,
      type === undefined
        ? 'is no destination of this workspace'
        : `is of type ${type}; own workers get jobs of CUSTOM destinations only`,
    );
  });
  problems.throwIfAny();
}
