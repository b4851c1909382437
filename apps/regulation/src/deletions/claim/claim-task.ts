import { SCHEMA } from '../../database/schema-name.js';
import { statesBefore } from '../../record/deletion-job-states.js';

/**
 * The two tasks that workers claim from the queue of a destination. Both use the same queues,
 * leases, fairness and backoff. Their statements differ only in these names.
 */
export interface ClaimTask {
  readonly name: 'delete' | 'verify';
  readonly table: string;
  /** Column of `deletion_lanes` with the earliest time of the next claim. */
  readonly readyAt: 'ready_at' | 'verify_at';
  /** SQL condition on a `lane` beside its time. */
  readonly lanes: string;
  /** SQL condition on a row `j` that waits and may be given out. */
  readonly isOffered: string;
  /** SQL condition on a row `first` and its lane `chosen`, which exclude each other otherwise. */
  readonly fits: string;
  /** Whether one claim takes many rows of a destination, whatever its type. */
  readonly takesMany: boolean;
  /** SQL: id of the job with the users of a row `j`. */
  readonly jobId: string;
  /** SQL: the accepted deletion request of a row `j`. */
  readonly accepted: string;
}

export const DELETE: ClaimTask = {
  name: 'delete',
  table: `${SCHEMA}.deletion_jobs`,
  readyAt: 'ready_at',
  lanes: 'true',
  isOffered: `j.state in ${statesBefore('running')} and not j.held`,
  fits: 'first.destination_type = chosen.destination_type',
  takesMany: false,
  jobId: 'j.id',
  accepted: 'j.accepted',
};

/**
 * A destination with a claimable deletion gives out no verification. A row whose destination has
 * another type now is given out all the same: its worker finds out and ends it.
 */
export const VERIFY: ClaimTask = {
  name: 'verify',
  table: `${SCHEMA}.deletion_verifications`,
  readyAt: 'verify_at',
  lanes: 'lane.ready_at > statement_timestamp()',
  isOffered: `j.state in ('pending', 'failed')`,
  fits: 'true',
  takesMany: true,
  jobId: 'j.job_id',
  accepted: 'null::jsonb',
};

/** For self-hosted workers, which get one job at a time. */
export const VERIFY_ONE: ClaimTask = { ...VERIFY, takesMany: false };
