import type { RunQuery } from '@lethe/database';
import { IMPORTS, PIECES } from './import-table.js';

/** Ends all imports after a restore, because their results since the backup are unknown. */
export async function endImports(query: RunQuery): Promise<void> {
  await query(
    `update ${IMPORTS} set state = 'failed', ended_at = now(), updated_at = now(),
        failure = 'The database was restored from a backup. Check what was imported, then import the rest again.'
      where ended_at is null`,
  );
  await query(`delete from ${PIECES}`);
}
