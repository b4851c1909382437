import type { UnsuppressedDto, UnsuppressUser } from '@lethe/api/users';
import { LetheError, normaliseUserId, type RegulationType } from '@lethe/contracts';
import { appendToOutbox } from '../record/append-to-outbox.js';
import type { EntityManager } from 'typeorm';
import { assertMayCancel } from '../regulations/cancel/assert-may-cancel.js';
import { noteEnded } from '../record/statuses/done-at.js';
import { markUnsettled } from '../deletions/withdraw-user.js';
import { markCanceled } from '../regulations/cancel/mark-canceled.js';
import { liftSuppressions } from '../regulations/cancel/lift-suppressions.js';
import { SCHEMA } from '../database/schema-name.js';
import { FINAL_STATES } from '../record/deletion-job-states.js';
import { ID_AS_GIVEN } from '../record/given-id.js';
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

/**
 * Maximum regulations of one statement. Between two statements, the thread serves other requests.
 */
const AT_ONCE = 1_000;

/**
 * Cancels all regulations that suppress users with this suppression key. If one regulation cannot
 * be canceled, no regulation is canceled.
 *
 * @throws LetheError `conflict` while a deletion of the user is open, or if regulations have ids
 *   that the caller does not list; `insufficient_scope` if the caller is not allowed to cancel one
 *   of the types; `unavailable`, `outcome_unknown`
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

/**
 * Cancels in one transaction. A concurrent call waits for the locks, and then finds nothing to
 * cancel.
 */
async function cancel(
  manager: EntityManager,
  events: RegulationEvents,
  command: UnsuppressUser,
): Promise<number> {
  const { workspaceId } = command.context;
  const userId = normaliseUserId(command.userId);
  const rows = await manager.query<Row[]>(
    `select id, regulation_type, source_ids, ${ID_AS_GIVEN('r')} as given_id from ${SCHEMA}.regulations r
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
  await assertNoOpenDeletion(manager, workspaceId, userId);
  const at = new Date();
  await liftSuppressions(manager, { workspaceId, userId, covered: suppressing.map(toCovered) });
  for (let from = 0; from < suppressing.length; from += AT_ONCE) {
    const ids = suppressing.slice(from, from + AT_ONCE).map(({ id }) => id);
    await markCanceled(manager, command, { ids, at });
    await markUnsettled(manager, ids);
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
 * Refuses the command while deletions of the user are open. Deletions of canceled regulations count
 * too, because leased jobs and deletions that a destination accepted continue after a cancel.
 *
 * @throws LetheError `conflict`
 */
async function assertNoOpenDeletion(
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
    message: `Deletions of this user are open at ${where}. They could also delete new events of the user. Wait until the deletions end. To end waiting deletions at once, cancel their regulations.`,
  });
}
