import type { Schemas } from '../../api/client.js';
import { oneOf } from '../../lib/search.js';
import { asDay } from '../../lib/utc-days.js';

export type JobStatus = Schemas['DeletionJobDto']['status'];

export const JOB_STATUSES = [
  ...['pending', 'running', 'failed', 'aborted', 'complete', 'canceled'],
] as readonly JobStatus[];

export interface DeletionsSearch {
  readonly destination?: string;
  readonly status?: JobStatus;
  readonly overdue?: true;
  readonly attention?: true;
  readonly held?: true;
  /** Days of UTC, both of them included. */
  readonly from?: string;
  readonly until?: string;
}

export function deletionsSearch(search: Record<string, unknown>): DeletionsSearch {
  const { destination } = search;
  const status = oneOf(JOB_STATUSES, search.status);
  const [from, until] = [asDay(search.from), asDay(search.until)];
  return {
    ...(typeof destination === 'string' && { destination }),
    ...(status !== undefined && { status }),
    ...(search.overdue === true && { overdue: true }),
    ...(search.attention === true && { attention: true }),
    ...(search.held === true && { held: true }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}
