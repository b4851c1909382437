import { users, type PersonDto } from '@lethe/api/users';
import { LetheError } from '@lethe/contracts';
import { controllerOf } from '../operations/controller-of.js';
import { cancelableTypes } from '../auth/scopes-of-types.js';
import { maskIdentifier, maskPerson } from './mask-identifiers.js';

/** Masks identifiers, unless the caller requests the full identifiers. Such requests are logged. */
export const UsersController = controllerOf(users, () => ({
  lookUpUser: {
    async answers({ body, request }, send) {
      const { people, more } = await send();
      if (body.identifiers !== 'full') return { people: people.map(maskPerson), more };
      request.identifiersShown = idsIn(people);
      return { people, more };
    },
  },
  searchUsers: {
    async answers({ body, request }, send) {
      const { people, more } = await send();
      if (body.identifiers !== 'full') {
        const masked = people.map((user) => ({ ...user, userId: maskIdentifier(user.userId) }));
        return { people: masked, more };
      }
      request.identifiersShown = people.length;
      return { people, more };
    },
  },
  unsuppressUser: {
    adds: (identity) => ({ allowedTypes: cancelableTypes(identity) }),
    async answers({ request }, send) {
      try {
        return await send();
      } catch (error) {
        // The details of a conflict contain user ids that the caller did not send.
        if (error instanceof LetheError && error.code === 'conflict') {
          request.identifiersShown = Object.keys(error.details ?? {}).length;
        }
        throw error;
      }
    },
  },
}));

/** Returns the number of user ids in an answer. */
function idsIn(people: readonly PersonDto[]): number {
  return people.reduce((sum, { otherIds }) => sum + 1 + (otherIds?.userIds.length ?? 0), 0);
}
