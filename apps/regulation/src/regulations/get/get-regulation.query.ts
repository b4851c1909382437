import type { GetRegulation, RegulationDetailDto } from '@lethe/api/regulations';
import { isUuid, LetheError } from '@lethe/contracts';
import { deletionStatuses } from './deletion-statuses.js';
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
  const deletions =
    destinationIds === null
      ? undefined
      : await deletionStatuses(manager, { id, workspaceId, destinationIds });
  return entityToDetail(entity, deletions);
}
