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

/** @throws LetheError `invalid_request`, listing each id that is not of a `CUSTOM` destination */
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
        ? 'is not a destination of this workspace'
        : `has the type ${type}; self-hosted workers get jobs of CUSTOM destinations only`,
    );
  });
  problems.throwIfAny();
}
