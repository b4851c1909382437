import { LetheError, type GetRegulationCommand, type RegulationDetailDto } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { deletionStates } from '../deletion-jobs/deletion-states.js';
import { assertInTime } from './deadline.js';
import { isRegulationId } from './regulation-id.js';
import { RegulationEntity } from './regulation.entity.js';
import { entityToDetail } from './regulation.mapper.js';

/** Shows one regulation with everything that is known about it. */
export class GetRegulationQuery {
  constructor(private readonly database: DatabaseConnection) {}

  /** @throws LetheError `not_found` (also for another workspace's id), `unavailable` */
  async execute({ context, id }: GetRegulationCommand): Promise<RegulationDetailDto> {
    assertInTime(context);
    if (!isRegulationId(id)) throw new LetheError('not_found');
    const { manager } = this.database;
    const entity = await manager.findOneBy(RegulationEntity, {
      id,
      workspaceId: context.workspaceId,
    });
    if (entity === null) throw new LetheError('not_found');
    const { destinationIds } = entity;
    const deletions =
      destinationIds === null ? undefined : await deletionStates(manager, { id, destinationIds });
    return entityToDetail(entity, deletions);
  }
}
