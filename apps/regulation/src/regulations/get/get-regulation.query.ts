import type { GetRegulation, RegulationDetailDto } from '@lethe/api/regulations';
import { LetheError } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { deletionStatuses } from './deletion-statuses.js';
import { assertInTime } from '../../record/assert-in-time.js';
import { isRegulationId } from '../../record/regulation-id.js';
import { RegulationEntity } from '../../record/regulation.entity.js';
import { entityToDetail } from '../../record/regulation.mapper.js';

/** Shows one regulation with everything that is known about it. */
export class GetRegulationQuery {
  constructor(private readonly database: DatabaseConnection) {}

  /** @throws LetheError `not_found` (also for another workspace's id), `unavailable` */
  async execute({ context, id }: GetRegulation): Promise<RegulationDetailDto> {
    assertInTime(context);
    if (!isRegulationId(id)) throw new LetheError('not_found');
    const { manager } = this.database;
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
}
