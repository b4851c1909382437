import type { UnsuppressedDto, UnsuppressUser } from '@lethe/api/users';
import { LetheError, normaliseUserId, type RegulationType } from '@lethe/contracts';
import { appendToOutbox } from '../record/append-to-outbox.js';
import type { EntityManager } from 'typeorm';
import { assertMayCancel } from '../regulations/cancel/assert-may-cancel.js';
import { noteEnded } from '../record/statuses/done-at.js';
import { lookAgain } from '../deletions/withdraw-user.js';
import { markCanceled } from '../regulations/cancel/mark-canceled.js';
import { liftSuppressions } from '../regulations/cancel/lift-suppressions.js';
import { SCHEMA } from '../database/schema-name.js';
import { FINAL_STATES } from '../record/deletion-job-states.js';
import { GIVEN_ID } from '../record/given-id.js';
import { refuseOtherIds } from './refuse-other-ids.js';
import { JOBS_OF_EACH } from './jobs-of-each.js';
import type { RegulationEvents } from '../record/regulation-events.js';
import type { ServiceParts } from '../service-parts.js';

interface Row {
  readonly id: string;
  readonly regulation_type: RegulationType;
  readonly source_ids: readonly string[] | null;
  readonly given_id: string;
}

/** Regulations of one statement: between two, the thread does what others asked for. */
const AT_ONCE = 1_000;

/**
 * Cancels everything that suppresses under one suppression key, together or not at all.
 *
 * @throws LetheError `conflict` while a deletion of the user is open, and where regulations are of ids that the caller does not
 *   mean; `insufficient_scope` when the caller may not cancel one of the
 *   types; `unavailable`, `outcome_unknown`
 */
export async function unsuppressUser(
  {
    database,
    events,
    afterCommit,
    metrics,
  }: Pick<ServiceParts, 'database' | 'events' | 'afterCommit' | 'metrics'>,
  command: UnsuppressUser,
): Promise<UnsuppressedDto> {
  const canceled = await database.transaction((manager) => cancel(manager, events, command));
  if (canceled === 0) return { canceled };
  metrics.canceled(canceled);
  afterCommit();
  return { canceled };
}

/** Of two at the same time the second one waits for the locks of the first, and finds nothing left. */
async function cancel(
  manager: EntityManager,
  events: RegulationEvents,
  command: UnsuppressUser,
): Promise<number> {
  const { workspaceId } = command.context;
  const userId = normaliseUserId(command.userId);
  const rows = await manager.query<Row[]>(
    `select id, regulation_type, source_ids, ${GIVEN_ID('r')} as given_id from ${SCHEMA}.regulations r
        where workspace_id = $1 and user_id = $2 and not canceled
        order by id for update`,
    [workspaceId, userId],
  );
  const suppressing = rows.filter((row) => row.regulation_type !== 'delete');
  if (suppressing.length === 0) return 0;
  for (const row of suppressing) assertMayCancel(command, row.regulation_type);
  refuseOtherIds(
    [command.userId, ...(command.userIds ?? [])],
    new Set(suppressing.map((row) => row.given_id)),
  );
  await refuseOpenDeletions(manager, workspaceId, userId);
  const at = new Date();
  await liftSuppressions(manager, { workspaceId, userId, covered: suppressing.map(toCovered) });
  for (let from = 0; from < suppressing.length; from += AT_ONCE) {
    const ids = suppressing.slice(from, from + AT_ONCE).map(({ id }) => id);
    await markCanceled(manager, command, { ids, at });
    await lookAgain(manager, ids);
    await noteEnded(manager, workspaceId, ids);
    const facts = ids.map((id) => events.canceled({ id, workspaceId, at: at.toISOString() }));
    await appendToOutbox(manager, facts);
  }
  return suppressing.length;
}

function toCovered({ regulation_type: regulationType, source_ids: sourceIds }: Row) {
  return { regulationType, sourceIds };
}

/**
 * Also those of regulations that are canceled: what a worker had in hand, or a destination had accepted, went on.
 *
 * @throws LetheError `conflict`
 */
async function refuseOpenDeletions(
  manager: EntityManager,
  workspaceId: string,
  userId: string,
): Promise<void> {
  const rows = await manager.query<{ destination_id: string }[]>(
    `select distinct j.destination_id from ${SCHEMA}.regulations r
       ${JOBS_OF_EACH}
      where r.workspace_id = $1 and r.user_id = $2 and j.state not in ${FINAL_STATES}
      order by 1 limit 10`,
    [workspaceId, userId],
  );
  if (rows.length === 0) return;
  const where = rows.map(({ destination_id: id }) => id).join(', ');
  throw new LetheError('conflict', {
    message: `Deletions of this user are open at ${where}: events that came now would be deleted, or not, by chance. Wait until they have ended; what waits still ends at once when its regulation is canceled.`,
  });
}
