import type { CancelRegulation } from '@lethe/api/regulations';
import { isUuid, LetheError } from '@lethe/contracts';
import { appendToOutbox } from '../../record/append-to-outbox.js';
import type { EntityManager } from 'typeorm';
import { withdrawUser } from '../../deletions/withdraw-user.js';
import { assertMayCancel } from './assert-may-cancel.js';
import { markCanceled } from './mark-canceled.js';
import { liftSuppressions } from './lift-suppressions.js';
import { hasDueTimes, noteNothingOpen } from '../../record/statuses/done-at.js';
import type { RegulationEvents } from '../../record/regulation-events.js';
import { RegulationEntity } from '../../record/regulation.entity.js';
import type { ServiceParts } from '../../service-parts.js';

/**
 * Cancels a regulation. A repeated cancel changes nothing.
 *
 * @throws LetheError `not_found` (also for another workspace's id), `insufficient_scope` if the
 *   caller is not allowed to cancel this type; `unavailable`, `outcome_unknown`
 */
export async function cancelRegulation(
  {
    database,
    events,
    afterCommit,
    metrics,
  }: Pick<ServiceParts, 'database' | 'events' | 'afterCommit' | 'metrics'>,
  command: CancelRegulation,
): Promise<void> {
  if (!isUuid(command.id)) throw new LetheError('not_found');
  const changed = await database.transaction((manager) => cancel(manager, events, command));
  if (!changed) return;
  metrics.canceled(1);
  afterCommit();
}

async function cancel(
  manager: EntityManager,
  events: RegulationEvents,
  command: CancelRegulation,
): Promise<boolean> {
  const { workspaceId } = command.context;
  const regulation = await manager.findOne(RegulationEntity, {
    where: { id: command.id, workspaceId },
    lock: { mode: 'pessimistic_write' },
  });
  if (regulation === null) throw new LetheError('not_found');
  assertMayCancel(command, regulation.regulationType);
  if (regulation.canceled) return false;

  const at = new Date();
  await markCanceled(manager, command, { ids: [regulation.id], at });
  const { userId } = regulation;
  await liftSuppressions(manager, { workspaceId, userId, covered: [regulation] });
  if (regulation.destinationIds !== null) {
    const isTimed = await hasDueTimes(manager, regulation);
    await withdrawUser(manager, regulation);
    if (isTimed) await noteNothingOpen(manager, regulation);
  }
  const fact = events.canceled({ id: regulation.id, workspaceId, at: at.toISOString() });
  await appendToOutbox(manager, [fact]);
  return true;
}
