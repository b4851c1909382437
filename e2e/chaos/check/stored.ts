import type { Entry } from '../history.js';
import type { StoredRegulation } from '../system/final-state.js';
import { groupBy } from './group-by.js';
import { acknowledgedAt, acknowledgedIds, only, operationsOf } from './operations.js';

/**
 * Checks that each acknowledged regulation is stored once, as requested, and that each
 * unacknowledged regulation is stored at most once.
 */
export function wronglyStored(
  history: readonly Entry[],
  regulations: readonly StoredRegulation[],
): string[] {
  const operations = operationsOf(history);
  const stored = groupBy(regulations, ({ operation }) => operation);
  const creates = only(operations, 'create');
  const problems = creates.flatMap((create) => {
    const { op, request } = create;
    const found = stored.get(op) ?? [];
    const ids = found.map(({ id }) => id).sort();
    const answers = acknowledgedIds(create);
    const wrong: string[] = [];
    if (found.length === 0 && answers.length > 0)
      return [`${op} was acknowledged but is not stored`];
    if (found.length === 0) return [];
    if (new Set(found.map(({ requestId }) => requestId)).size > 1) wrong.push('is stored twice');
    if (answers.some((answer) => [...answer].sort().join() !== ids.join())) {
      wrong.push('was acknowledged with other ids');
    }
    const users = found.map(({ userId }) => userId).sort();
    if (users.join() !== [...request.userIds].sort().join()) wrong.push('has other users');
    if (found.some((one) => placeOf(one) !== placeOf(request))) wrong.push('is of other sources');
    return wrong.map((what) => `${op} ${what}`);
  });
  const requested = new Set(creates.map(({ op }) => op));
  for (const op of stored.keys()) if (!requested.has(op)) problems.push(`${op} was not requested`);
  return [...problems, ...wronglyCanceled(history, regulations)];
}

function wronglyCanceled(
  history: readonly Entry[],
  regulations: readonly StoredRegulation[],
): string[] {
  const canceled = new Map(regulations.map((one) => [one.id, one.canceled]));
  const cancels = only(operationsOf(history), 'cancel');
  const requested = new Set(cancels.map(({ request }) => request.id));
  const lost = cancels.filter(
    (cancel) => acknowledgedAt(cancel) < Infinity && canceled.get(cancel.request.id) !== true,
  );
  const madeUp = regulations.filter((one) => one.canceled && !requested.has(one.id));
  return [
    ...lost.map(({ request }) => `the cancel of ${request.id} was acknowledged but is not stored`),
    ...madeUp.map(({ id }) => `${id} is canceled, but no cancel was requested`),
  ];
}

/**
 * Checks that each read contains all changes that were acknowledged before it, and only changes
 * that were requested.
 */
export function wrongReads(history: readonly Entry[]): string[] {
  const operations = operationsOf(history);
  const cancels = groupBy(only(operations, 'cancel'), ({ request }) => request.id);
  return only(operations, 'read').flatMap(({ request: { id }, attempts }) =>
    attempts.flatMap(({ from, to, outcome }) => {
      if (outcome?.kind !== 'acknowledged') return [];
      const ofId = cancels.get(id) ?? [];
      const wasCanceled = ofId.some((cancel) => acknowledgedAt(cancel) <= from);
      const mayBeCanceled = ofId.some(
        ({ attempts: [first] }) => first !== undefined && first.from <= to,
      );
      if (wasCanceled && outcome.isCanceled === false)
        return [`${id} was read as active after its cancel`];
      return !mayBeCanceled && outcome.isCanceled === true
        ? [`${id} was read as canceled too early`]
        : [];
    }),
  );
}

function placeOf(what: {
  readonly workspaceId: string;
  readonly sourceIds?: readonly string[] | null;
}): string {
  return `${what.workspaceId} ${[...(what.sourceIds ?? ['*'])].sort().join()}`;
}
