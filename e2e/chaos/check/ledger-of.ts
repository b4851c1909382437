import { Ledger } from '../../feed/ledger.js';
import type { Entry } from '../history.js';
import { keysOf } from '../load/users.js';
import { groupBy } from './group-by.js';
import { acknowledgedAt, acknowledgedIds, only, operationsOf } from './operations.js';

/**
 * Builds a ledger from the times of requests and answers. It knows when each key was possibly
 * covered, and when it was certainly covered.
 */
export function ledgerOf(history: readonly Entry[]): Ledger {
  const operations = operationsOf(history);
  const ledger = new Ledger();
  const cancels = groupBy(only(operations, 'cancel'), ({ request }) => request.id);
  for (const create of only(operations, 'create')) {
    const { workspaceId, userIds, sourceIds } = create.request;
    const requestedAt = create.attempts[0]!.from;
    const [ids = []] = acknowledgedIds(create);
    for (const [n, userId] of userIds.entries()) {
      const covering = ledger.open(keysOf(workspaceId, userId, sourceIds), requestedAt);
      covering.createdAt = acknowledgedAt(create);
      const ofId = cancels.get(ids[n] ?? '') ?? [];
      covering.cancelRequestedAt = Math.min(...ofId.map(({ attempts }) => attempts[0]!.from));
      covering.canceledAt = Math.min(...ofId.map(acknowledgedAt));
    }
  }
  return ledger;
}
