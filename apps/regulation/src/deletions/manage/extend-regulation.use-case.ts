import type { ExtendRegulation, ExtensionDto } from '@lethe/api/deletions';
import { isUuid, LAWS, LetheError, type Law } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { extendedDueAtOf } from '../../record/due-at.js';
import { isUndoneForUser } from '../../record/overdue.js';
import type { ServiceParts } from '../../service-parts.js';
import { updateDueTimes } from '../due-times.js';

interface Regulation {
  readonly canceled: boolean;
  readonly law: Law | null;
  readonly received_at: Date;
  readonly due_at: Date | null;
  readonly now: Date;
  readonly extension: ExtensionDto | null;
}

/**
 * Moves the deadline of a regulation once, as its law allows. A repeated call with the same reason
 * changes nothing, and returns the stored extension.
 *
 * @throws LetheError `not_found` (also for another workspace's id); `conflict` if the deadline
 *   cannot be extended: without a law, a second time, after it has passed, or if nothing is left to
 *   delete; `unavailable`
 */
export async function extendRegulation(
  { database }: Pick<ServiceParts, 'database'>,
  command: ExtendRegulation,
): Promise<ExtensionDto> {
  if (!isUuid(command.id)) throw new LetheError('not_found');
  return database.transaction((manager) => extend(manager, command));
}

async function extend(
  manager: EntityManager,
  { context, id, reason }: ExtendRegulation,
): Promise<ExtensionDto> {
  const [regulation] = await manager.query<Regulation[]>(
    `select canceled, law, coalesce(received_at, created_at) as received_at, due_at, extension,
            clock_timestamp() as now
       from ${SCHEMA}.regulations where id = $1 and workspace_id = $2 for update`,
    [id, context.workspaceId],
  );
  if (regulation === undefined) throw new LetheError('not_found');
  const { extension: earlier } = regulation;
  if (earlier?.reason === reason) return earlier;
  const jobIds = await lockJobs(manager, id);
  const { law, due } = await extensible(manager, id, regulation);
  const extension: ExtensionDto = {
    at: regulation.now.toISOString(),
    createdBy: context.actor,
    reason,
    previousDueAt: due.toISOString(),
    dueAt: extendedDueAtOf({ receivedAt: regulation.received_at.toISOString(), law }),
  };
  // A job that a verification ordered does not prolong the retention of identifiers, see `done-at.ts`.
  await manager.query(
    `update ${SCHEMA}.regulations r set due_at = $2, extension = $3,
            done_at = case when done_at is null or exists (
                select from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
                 where u.regulation_id = r.id and j.first_completed_at is not null) then done_at
              else greatest(done_at, $2) end
      where id = $1`,
    [id, extension.dueAt, JSON.stringify(extension)],
  );
  await updateDueTimes(manager, jobIds, { onlyMixed: false });
  return extension;
}

/** @throws LetheError `conflict` with the reason why the deadline cannot be extended */
async function extensible(
  manager: EntityManager,
  id: string,
  { canceled, law, due_at: due, now, extension }: Regulation,
): Promise<{ readonly law: Law; readonly due: Date }> {
  if (due === null) throw conflict('The regulation has no deadline, so there is none to extend.');
  if (canceled) throw conflict('The regulation is canceled, so its deadline no longer matters.');
  if (law === null) {
    throw conflict(
      `The regulation names no law. Only a deadline by law (${LAWS.join(' or ')}) can be extended. State the law when you create a regulation.`,
    );
  }
  if (extension !== null) {
    throw conflict(
      `The deadline was already extended to ${extension.dueAt}, by "${extension.createdBy}" at ${extension.at}. It can be extended only once.`,
    );
  }
  if (due <= now) {
    throw conflict(
      `The deadline has passed: it was ${due.toISOString()}. It can be extended only before it passes.`,
    );
  }
  const [open] = await manager.query<object[]>(
    `select from (
       select distinct on (j.destination_id) j.state
         from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
        where u.regulation_id = $1 order by j.destination_id, j.id desc) j
       join ${SCHEMA}.regulations r on r.id = $1
      where ${isUndoneForUser('j', 'r')} limit 1`,
    [id],
  );
  if (open !== undefined) return { law, due };
  throw conflict('All deletions of the regulation have ended, so there is no deadline to extend.');
}

/**
 * Locks the jobs of a regulation in the sequence of their ids, and returns the ids. Repeats until
 * it finds no further job, because a split can move the user during the wait for a lock.
 */
async function lockJobs(manager: EntityManager, regulationId: string): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const found = await manager.query<{ id: string }[]>(
      `select j.id from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
        where u.regulation_id = $1 and j.id <> all($2::bigint[]) order by j.id for update of j`,
      [regulationId, ids],
    );
    if (found.length === 0) return ids;
    ids.push(...found.map((job) => job.id));
  }
}

function conflict(message: string): LetheError {
  return new LetheError('conflict', { message });
}
