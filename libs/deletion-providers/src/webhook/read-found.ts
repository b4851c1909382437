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
 * @returns the problem, as the end of a sentence that begins with the answer, if it cannot be read
 */
export function readFound(
  answer: Pick<IncomingAnswer, 'body' | 'truncated' | 'headers'>,
  users: readonly DeletionUser[],
): FoundAnswer | { readonly problem: string } {
  if (answer.truncated) return { problem: 'is larger than 1 MiB' };
  const parsed = jsonOf(textOfAnswer(answer));
  if (parsed === undefined) return { problem: 'is not JSON' };
  const { found, unknown = [] } = asObject(parsed);
  if (!Array.isArray(found)) return { problem: 'has no list "found"' };
  if (!Array.isArray(unknown)) return { problem: 'has an "unknown" that is no list' };
  const byUserId = grouped<DeletionUser, unknown>(users, ({ identifiers }) => identifiers.userId);
  const byRegulation = grouped<DeletionUser, unknown>(users, ({ regulationId }) => regulationId);
  const namedBy = ({ userId, regulationId }: Readonly<Record<string, unknown>>) =>
    regulationId === undefined ? byUserId.get(userId) : byRegulation.get(regulationId);
  const counts = new Map<string, number>();
  /** Number of elements by userId. */
  const elements = new Map<string, number>();
  for (const [index, element] of (found as unknown[]).map(asMembers).entries()) {
    const { count = 1 } = element;
    const place = `found[${String(index)}]`;
    const named = namedBy(element);
    const userId = named?.[0]?.identifiers.userId;
    if (named === undefined || userId === undefined) {
      return { problem: `names ${OTHER_USER} in ${place}` };
    }
    if (!Number.isSafeInteger(count) || Number(count) < 1) {
      return { problem: `has a count in ${place} that is no integer of at least 1` };
    }
    elements.set(userId, (elements.get(userId) ?? 0) + 1);
    // Several regulations can have the same userId. A receiver can answer for each of them.
    if ((elements.get(userId) ?? 0) > (byUserId.get(userId)?.length ?? 0)) {
      return { problem: `names a user in ${place} more often than the request` };
    }
    for (const { regulationId } of named) {
      counts.set(regulationId, Math.max(counts.get(regulationId) ?? 0, Number(count)));
    }
  }
  const doubtful = new Set<string>();
  for (const [index, element] of (unknown as unknown[]).map(asMembers).entries()) {
    const named = namedBy(element);
    if (named === undefined) {
      return { problem: `names ${OTHER_USER} in unknown[${String(index)}]` };
    }
    for (const { regulationId } of named) doubtful.add(regulationId);
  }
  return { counts, doubtful: [...doubtful] };
}

const OTHER_USER = 'a user who was not in the request';

function asMembers(element: unknown): Readonly<Record<string, unknown>> {
  return (element ?? {}) as Readonly<Record<string, unknown>>;
}
