import { asObject, jsonOf } from '@lethe/contracts';
import { textOfAnswer, type DeletionUser } from '@lethe/destinations';
import type { IncomingAnswer } from '@lethe/egress';
import { grouped } from '../shared/grouped.js';

export interface FoundAnswer {
  /** Number of records by id of a regulation. */
  readonly counts: ReadonlyMap<string, number>;
  /** Ids of the regulations of users about whom the receiver cannot say. */
  readonly doubtful: readonly string[];
}

/**
 * Reads `{"found": [{"userId" or "regulationId": …, "count": …}], "unknown": [{"userId" or
 * "regulationId": …}]}`. An answer without the list `found` says nothing, because an empty answer can
 * come from a receiver that does not know verifications.
 *
 * @param users users of the call
 * @returns undefined if the answer cannot be read, or names a user who was not in the call
 */
export function readFound(
  answer: Pick<IncomingAnswer, 'body' | 'truncated' | 'headers'>,
  users: readonly DeletionUser[],
): FoundAnswer | undefined {
  if (answer.truncated) return undefined;
  const { found, unknown = [] } = asObject(jsonOf(textOfAnswer(answer)));
  if (!isListOf(found, users) || !isListOf(unknown, users)) return undefined;
  const byUserId = grouped<DeletionUser, unknown>(users, ({ identifiers }) => identifiers.userId);
  const byRegulation = grouped<DeletionUser, unknown>(users, ({ regulationId }) => regulationId);
  const namedBy = ({ userId, regulationId }: Readonly<Record<string, unknown>>) =>
    regulationId === undefined ? byUserId.get(userId) : byRegulation.get(regulationId);
  const counts = new Map<string, number>();
  for (const element of found.map(asMembers)) {
    const { count = 1 } = element;
    const named = namedBy(element);
    if (named === undefined || !Number.isSafeInteger(count) || Number(count) < 1) return undefined;
    for (const { regulationId } of named) counts.set(regulationId, Number(count));
  }
  const doubtful = new Set<string>();
  for (const element of unknown.map(asMembers)) {
    const named = namedBy(element);
    if (named === undefined) return undefined;
    for (const { regulationId } of named) doubtful.add(regulationId);
  }
  return { counts, doubtful: [...doubtful] };
}

function isListOf(value: unknown, users: readonly DeletionUser[]): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= users.length;
}

function asMembers(element: unknown): Readonly<Record<string, unknown>> {
  return (element ?? {}) as Readonly<Record<string, unknown>>;
}
