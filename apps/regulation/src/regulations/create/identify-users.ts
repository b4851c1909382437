import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { DetailsCollector, type UserIdentifiers } from '@lethe/contracts';
import { eachInSteps, mapInSteps } from '@lethe/resilience';
import { destinationsOf, UNIDENTIFIED_EVERYWHERE } from '../../deletions/all-destinations.js';
import { canIdentify, unidentifiedAt } from '../../deletions/check-destinations.js';
import type { OfOneUser } from '../../record/new-regulations.js';
import type { CheckedRequest } from './check-request.js';

type Checked = Pick<CheckedRequest<unknown>, 'targets' | 'resolved'>;

/**
 * @throws LetheError `invalid_request` with an error for each user that a named destination cannot
 *   find, or that none of the resolved destinations can find
 */
export async function refuseUnidentified(
  { users }: Pick<CreateRegulationsDto, 'users'>,
  { targets, resolved }: Checked,
): Promise<void> {
  const problems = new DetailsCollector();
  if (resolved === undefined) {
    for (const target of targets) {
      await eachInSteps(users, (user, position) => {
        if (!canIdentify(target, user)) {
          problems.add(`users[${position}]`, unidentifiedAt(target.id));
        }
      });
    }
  } else {
    const idsOf = destinationsOf(targets);
    await eachInSteps(users, (user, position) => {
      if (idsOf(user).length === 0) problems.add(`users[${position}]`, UNIDENTIFIED_EVERYWHERE);
    });
  }
  problems.throwIfAny();
}

/**
 * Returns the destinations of each user, if some of the resolved destinations can be left out for
 * a user. A user without left-out destinations has no list.
 *
 * @returns one element for each user; an empty list if the request names its destinations
 */
export async function ownDestinations(
  users: readonly UserIdentifiers[],
  { targets, resolved }: Checked,
): Promise<readonly Pick<OfOneUser, 'destinationIds'>[]> {
  if (resolved === undefined) return [];
  const idsOf = destinationsOf(targets);
  return mapInSteps(users, (user) => {
    const destinationIds = idsOf(user);
    return destinationIds.length === targets.length ? {} : { destinationIds };
  });
}
