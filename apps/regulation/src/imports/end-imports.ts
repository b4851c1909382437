import type { RunQuery } from '@lethe/database';
import { IMPORTS, PIECES } from './import-table.js';

/** After a restore nothing goes on by itself: what was made since the backup is not known to be theirs. */
export async function endImports(query: RunQuery): Promise<void> {
  await query(
    `update ${IMPORTS} set state = 'failed', ended_at = now(), updated_at = now(),
        failure = 'The database was restored from a backup. Look what is there, and import the rest again.'
      where ended_at is null`,
  );
  await query(`delete from ${PIECES}`);
}
