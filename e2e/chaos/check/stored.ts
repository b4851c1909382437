import type { Entry } from '../history.js';
import type { StoredRegulation } from '../system/final-state.js';
import { groupBy } from './group-by.js';
import { acknowledgedAt, acknowledgedIds, only, operationsOf } from './operations.js';

/** What was acknowledged is there, once, as it was asked for; what was not is there once or not at all. */
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
      return [`${op} was acknowledged and is not there`];
    if (found.length === 0) return [];
    if (new Set(found.map(({ requestId }) => requestId)).size > 1) wrong.push('was done twice');
    if (answers.some((answer) => [...answer].sort().join() !== ids.join())) {
      wrong.push('was acknowledged as something else');
    }
    const users = found.map(({ userId }) => userId).sort();
    if (users.join() !== [...request.userIds].sort().join()) wrong.push('is of other users');
    if (found.some((one) => placeOf(one) !== placeOf(request))) wrong.push('is of another place');
    return wrong.map((what) => `${op} ${what}`);
  });
  const asked = new Set(creates.map(({ op }) => op));
  for (const op of stored.keys()) if (!asked.has(op)) problems.push(`nobody asked for ${op}`);
  return [...problems, ...wronglyCanceled(history, regulations)];
}

function wronglyCanceled(
  history: readonly Entry[],
  regulations: readonly StoredRegulation[],
): string[] {
  const canceled = new Map(regulations.map((one) => [one.id, one.canceled]));
  const cancels = only(operationsOf(history), 'cancel');
  const asked = new Set(cancels.map(({ request }) => request.id));
  const lost = cancels.filter(
    (cancel) => acknowledgedAt(cancel) < Infinity && canceled.get(cancel.request.id) !== true,
  );
  const madeUp = regulations.filter((one) => one.canceled && !asked.has(one.id));
  return [
    ...lost.map(({ request }) => `the cancel of ${request.id} was acknowledged and is not there`),
    ...madeUp.map(({ id }) => `nobody asked for the cancel of ${id}`),
  ];
}

/** What a read says is no older than what was acknowledged before it, and nothing that nobody asked for. */
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
