import type { GetRegulation, RegulationDetailDto } from '@lethe/api/regulations';
import { isUuid, LetheError } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { isFoundAgainForUser } from '../../deletions/verifications/found-again.js';
import { deletionStatuses } from './deletion-statuses.js';
import { readResolved } from '../../record/not-deleted.js';
import { RegulationEntity } from '../../record/regulation.entity.js';
import { entityToDetail } from '../../record/regulation.mapper.js';
import type { ServiceParts } from '../../service-parts.js';

/**
 * Returns one regulation with all its details.
 *
 * @throws LetheError `not_found` (also for another workspace's id), `unavailable`
 */
export async function getRegulation(
  { reads }: Pick<ServiceParts, 'reads'>,
  { context, id }: GetRegulation,
): Promise<RegulationDetailDto> {
  if (!isUuid(id)) throw new LetheError('not_found');
  const { manager } = reads;
  const entity = await manager.findOneBy(RegulationEntity, {
    id,
    workspaceId: context.workspaceId,
  });
  if (entity === null) throw new LetheError('not_found');
  const { destinationIds, workspaceId } = entity;
  if (destinationIds === null) return entityToDetail(entity, undefined, { foundAgain: false });
  const { deletions, wasComplete } = await deletionStatuses(manager, {
    id,
    workspaceId,
    destinationIds,
  });
  const foundAgain = await isFoundAgain(manager, entity);
  const resolved = await readResolved(manager, entity);
  return entityToDetail(entity, deletions, { foundAgain, wasComplete, resolved });
}

async function isFoundAgain(
  manager: EntityManager,
  { id, workspaceId }: Pick<RegulationEntity, 'id' | 'workspaceId'>,
): Promise<boolean> {
  const [row] = await manager.query<{ is_found: boolean }[]>(
    `select ${isFoundAgainForUser('$1::uuid', '$2')} as is_found`,
    [id, workspaceId],
  );
  return row?.is_found === true;
}
