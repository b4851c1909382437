import type { Schemas } from '../../api/client.js';
import { oneOf } from '../../lib/search.js';

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
  readonly overdue?: true;
}

/** What is unknown or wrong in the URL is left out. */
export function regulationsSearch(search: Record<string, unknown>): RegulationsSearch {
  const type = oneOf(REGULATION_TYPES, search.type);
  const status = oneOf(REGULATION_STATUSES, search.status);
  return {
    ...(type !== undefined && { type }),
    ...(status !== undefined && { status }),
    ...(search.overdue === true && { overdue: true }),
  };
}
