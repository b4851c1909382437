import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { HISTORY_WITHOUT_REASONS } from '../attempts/attempt-sql.js';

/**
 * Cancels waiting jobs without users. Removes the reasons at once, because `purgePersonalData`
 * finds only jobs with users. The hash of the last report stays, so that a repeated report is
 * recognised.
 */
export async function cancelEmpty(
  manager: EntityManager,
  jobIds: readonly (string | undefined)[],
): Promise<void> {
  await manager.query(
    `update ${SCHEMA}.deletion_jobs j
        set state = 'canceled', reason = null, progress = null, accepted = null,
            history = ${HISTORY_WITHOUT_REASONS}, changed_at = statement_timestamp(),
            finished_at = statement_timestamp()
      where j.id = any($1::bigint[]) and j.state in ('pending', 'failed')
        and not exists (select from ${SCHEMA}.deletion_job_users u where u.job_id = j.id)`,
    [jobIds],
  );
}
