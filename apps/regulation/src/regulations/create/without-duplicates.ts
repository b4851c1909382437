import type { CreateRegulationsDto } from '@lethe/api/regulations';
import type { UserIdentifiers } from '@lethe/contracts';
import { eachInSteps } from '@lethe/resilience';
import { orderMembers } from '../../record/order-attributes.js';

/**
 * Drops repeated users, and repeated ids of sources and destinations. Keeps the first occurrence.
 * Two users are equal only if all their identifiers are equal.
 */
export async function withoutDuplicates(
  request: CreateRegulationsDto,
): Promise<CreateRegulationsDto> {
  const { sourceIds, destinationIds } = request;
  return {
    ...request,
    ...(sourceIds === undefined ? {} : { sourceIds: [...new Set(sourceIds)] }),
    ...(destinationIds === undefined ? {} : { destinationIds: [...new Set(destinationIds)] }),
    users: await differentUsers(request.users),
  };
}

/**
 * Returns users without exact repetitions. Compares texts only for users with equal `userId`s, to
 * save time: most of up to 10,000 users have a unique `userId`.
 */
async function differentUsers(users: readonly UserIdentifiers[]): Promise<UserIdentifiers[]> {
  const seen = new Map<string, UserIdentifiers | Set<string>>();
  const isNew = (user: UserIdentifiers): boolean => {
    const before = seen.get(user.userId);
    if (before === undefined) {
      seen.set(user.userId, user);
      return true;
    }
    const texts = before instanceof Set ? before : new Set([textOf(before)]);
    seen.set(user.userId, texts);
    const sizeBefore = texts.size;
    return texts.add(textOf(user)).size > sizeBefore;
  };
  const different: UserIdentifiers[] = [];
  await eachInSteps(users, (user) => {
    if (isNew(user)) different.push(user);
  });
  return different;
}

function textOf(user: UserIdentifiers): string {
  return JSON.stringify(orderMembers(user));
}
