import type { PlanWarningDto } from '@lethe/api/regulations';
import { synonymsOf, type UserIdentifiers } from '@lethe/contracts';
import { suspicionsOf } from '@lethe/contracts/user-files';
import { eachInSteps } from '@lethe/resilience';

/** Warnings of one kind that a plan names. */
const MOST_OF_A_KIND = 100;

/** One kind of warning: what is wrong with one user. */
type WarningsOfUser = (user: UserIdentifiers, path: string) => readonly PlanWarningDto[];

const KINDS: readonly WarningsOfUser[] = [suspiciousIds, synonyms];

/** @returns what is allowed in these users and probably a mistake */
export async function planWarnings(
  users: readonly UserIdentifiers[],
): Promise<readonly PlanWarningDto[]> {
  const found = KINDS.map((kind) => ({ kind, first: [] as PlanWarningDto[], count: 0 }));
  await eachInSteps(users, (user, index) => {
    for (const of of found) {
      const warnings = of.kind(user, `users[${index}]`);
      of.first.push(...warnings.slice(0, MOST_OF_A_KIND - of.first.length));
      of.count += warnings.length;
    }
  });
  return found.flatMap(({ first, count }) => {
    const [one] = first;
    const more = count - first.length;
    if (one === undefined || more === 0) return first;
    return [...first, { code: one.code, message: `There are ${more} more warnings of this kind.` }];
  });
}

function suspiciousIds(user: UserIdentifiers, path: string): readonly PlanWarningDto[] {
  return suspicionsOf(user).map(({ identifier, reason }) => ({
    path: `${path}.${identifier}`,
    code: 'suspicious_id',
    message: reason,
  }));
}

function synonyms(user: UserIdentifiers, path: string): readonly PlanWarningDto[] {
  return synonymsOf(user).map(({ name, reason }) => ({
    path: `${path}.${name}`,
    code: 'synonym',
    message: reason,
  }));
}
