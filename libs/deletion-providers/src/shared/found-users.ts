import type { FoundUser } from '@lethe/contracts';
import type { DeletionUser } from '@lethe/destinations';

/**
 * Returns the users with data, for the outcome of a verification. Several regulations can have the
 * same userId; each of them gets the count.
 *
 * @param counts number of rows, keys or records by userId
 */
export function foundUsers(
  users: readonly DeletionUser[],
  counts: ReadonlyMap<string, number>,
): { readonly found?: readonly FoundUser[] } {
  const found = users.flatMap(({ regulationId, identifiers }) => {
    const count = counts.get(identifiers.userId) ?? 0;
    return count === 0 ? [] : [{ regulationId, count }];
  });
  return found.length === 0 ? {} : { found };
}
