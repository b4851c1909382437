import type { Schemas } from '../../api/client.js';
import { oneOf } from '../../lib/search.js';
import { asDay } from '../../lib/utc-days.js';

export const REGULATION_TYPES = ['suppress', 'suppress_with_delete', 'delete'] as const;
export const REGULATION_STATUSES = [
  'active',
  'deleting',
  'deleted',
  'partially_deleted',
  'deletion_failed',
  'canceled',
] as const satisfies readonly Schemas['RegulationDetailDto']['status'][];

/** The filters of the list. No identifier of a user is among them: URLs are logged. */
export interface RegulationsSearch {
  readonly type?: (typeof REGULATION_TYPES)[number];
  readonly status?: (typeof REGULATION_STATUSES)[number];
  readonly canceled?: boolean;
  readonly overdue?: true;
  /** Days of UTC, both of them included. */
  readonly from?: string;
  readonly until?: string;
}

/** What is unknown or wrong in the URL is left out. */
export function regulationsSearch(search: Record<string, unknown>): RegulationsSearch {
  const type = oneOf(REGULATION_TYPES, search.type);
  const status = oneOf(REGULATION_STATUSES, search.status);
  const canceled = oneOf([true, false], search.canceled);
  const [from, until] = [asDay(search.from), asDay(search.until)];
  return {
    ...(type !== undefined && { type }),
    ...(status !== undefined && { status }),
    ...(canceled !== undefined && { canceled }),
    ...(search.overdue === true && { overdue: true }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}
