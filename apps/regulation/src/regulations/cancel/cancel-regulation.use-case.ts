import type { CancelRegulation } from '@lethe/api/regulations';
import { LetheError } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { appendToOutbox } from '../../record/append-to-outbox.js';
import type { EntityManager } from 'typeorm';
import { withdrawUser } from '../../deletions/withdraw-user.js';
import { assertMayCancel } from './assert-may-cancel.js';
import { liftSuppressions } from './lift-suppressions.js';
import { hasDueTimes, noteNothingOpen } from '../../record/note-nothing-open.js';
import { NO_COMMAND_METRICS, type CommandMetrics } from '../command-metrics.js';
import { assertInTime } from '../../record/assert-in-time.js';
import { isRegulationId } from '../../record/regulation-id.js';
import type { RegulationEvents } from '../../record/regulation-events.js';
import { RegulationEntity } from '../../record/regulation.entity.js';

/** Cancels a regulation. Repeating it changes nothing. */
export class CancelRegulationUseCase {
  constructor(
    private readonly database: DatabaseConnection,
    private readonly events: RegulationEvents,
    private readonly afterCommit: () => void,
    private readonly metrics: CommandMetrics = NO_COMMAND_METRICS,
  ) {}

  /**
   * @throws LetheError `not_found` (also for another workspace's id), `insufficient_scope` when the
   *   caller may not cancel this type; `unavailable`, `outcome_unknown`
   */
  async execute(command: CancelRegulation): Promise<void> {
    assertInTime(command.context);
    if (!isRegulationId(command.id)) throw new LetheError('not_found');
    const changed = await this.database.transaction((manager) => this.cancel(manager, command));
    if (!changed) return;
    this.metrics.canceled(1);
    this.afterCommit();
  }

  private async cancel(manager: EntityManager, command: CancelRegulation): Promise<boolean> {
    const { workspaceId, actor } = command.context;
    const regulation = await manager.findOne(RegulationEntity, {
      where: { id: command.id, workspaceId },
      lock: { mode: 'pessimistic_write' },
    });
    if (regulation === null) throw new LetheError('not_found');
    assertMayCancel(command, regulation.regulationType);
    if (regulation.canceled) return false;

    const at = new Date();
    await manager.update(
      RegulationEntity,
      { id: regulation.id, workspaceId },
      {
        canceled: true,
        canceledAt: at,
        canceledBy: actor,
        cancelReason: command.reason ?? null,
      },
    );
    const { userId } = regulation;
    await liftSuppressions(manager, { workspaceId, userId, covered: [regulation] });
    if (regulation.destinationIds !== null) {
      const isTimed = await hasDueTimes(manager, regulation);
      await withdrawUser(manager, regulation);
      if (isTimed) await noteNothingOpen(manager, regulation);
    }
    const fact = this.events.canceled({ id: regulation.id, workspaceId, at: at.toISOString() });
    await appendToOutbox(manager, [fact]);
    return true;
  }
}
