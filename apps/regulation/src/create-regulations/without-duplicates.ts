import type { RegulationRequest, UserIdentifiers } from '@lethe/contracts';
import { orderMembers } from '../regulations/order-attributes.js';

/**
 * Drops exact repeats: users whose identifiers are all the same, ids that are named twice. The
 * first of each stays, and so does the same userId with other identifiers.
 */
export function withoutDuplicates(request: RegulationRequest): RegulationRequest {
  const { sourceIds, destinationIds } = request;
  return {
    ...request,
    ...(sourceIds === undefined ? {} : { sourceIds: [...new Set(sourceIds)] }),
    ...(destinationIds === undefined ? {} : { destinationIds: [...new Set(destinationIds)] }),
    users: differentUsers(request.users),
  };
}

/**
 * Texts to compare are made only for users with the same userId: most of 10,000 have one of their
 * own.
 */
function differentUsers(users: readonly UserIdentifiers[]): UserIdentifiers[] {
  const seen = new Map<string, UserIdentifiers | Set<string>>();
  return users.filter((user) => {
    const before = seen.get(user.userId);
    if (before === undefined) {
      seen.set(user.userId, user);
      return true;
    }
    const texts = before instanceof Set ? before : new Set([textOf(before)]);
    seen.set(user.userId, texts);
    const isNew = !texts.has(textOf(user));
    texts.add(textOf(user));
    return isNew;
  });
}

function textOf(user: UserIdentifiers): string {
  return JSON.stringify(orderMembers(user));
}
