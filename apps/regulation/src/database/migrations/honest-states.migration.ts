import { NumberedMigration, withShortLocks } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * Stores which jobs were handed to data planes: only their reports on those count.
 *
 * Outside of a transaction, so that no request waits for it; run again from its beginning after a crash.
 */
export class HonestStatesMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 24;
  readonly oldestCode = 10;
  readonly title = 'honest-states';
  override readonly transaction = false;

  protected async apply(runner: QueryRunner): Promise<void> {
    await withShortLocks(runner, JOBS);
    await runner.query(HANDED_OUT);
  }
}

const JOBS = [
  // The last claim by which the job was handed to a data plane of its workspace. A claim and not a flag: code before this
  // column does not write it, and its claims must not look like a data plane's.
  `alter table ${SCHEMA}.deletion_jobs add column if not exists data_plane_claim uuid`,
];

/** Jobs that data planes have now. Lethe's own worker leaves its name at the destination. */
const HANDED_OUT = `
  update ${SCHEMA}.deletion_jobs j set data_plane_claim = j.claim_id
    from ${SCHEMA}.deletion_lanes lane
   where lane.workspace_id = j.workspace_id and lane.destination_id = j.destination_id
     and lane.claim_id = j.claim_id and lane.worker is null
     and j.state = 'running' and j.destination_type <> 'CUSTOM' and j.data_plane_claim is null`;
