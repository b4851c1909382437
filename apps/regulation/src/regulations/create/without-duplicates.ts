import type { CreateRegulationsDto } from '@lethe/api/regulations';
import type { UserIdentifiers } from '@lethe/contracts';
import { eachInSteps } from '@lethe/resilience';
import { orderMembers } from '../../record/order-attributes.js';

/**
 * Drops exact repeats: users whose identifiers are all the same, ids that are named twice. The
 * first of each stays, and so does the same userId with other identifiers.
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
 * Texts to compare are made only for users with the same userId: most of 10,000 have one of their
 * own.
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
    const had = texts.size;
    return texts.add(textOf(user)).size > had;
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
