import { synonymsOf, type PlanWarning, type UserIdentifiers } from '@lethe/contracts';
import { suspicionsOf } from '@lethe/contracts/user-files';

/** Warnings of one kind that a plan names. */
const MOST_OF_A_KIND = 100;

/** One kind of warning: what is wrong with one user. */
type WarningsOfUser = (user: UserIdentifiers, path: string) => readonly PlanWarning[];

const KINDS: readonly WarningsOfUser[] = [suspiciousIds, synonyms];

/** @returns what is allowed in these users and probably a mistake */
export function planWarnings(users: readonly UserIdentifiers[]): readonly PlanWarning[] {
  return KINDS.flatMap((kind) => {
    const all = users.flatMap((user, index) => kind(user, `users[${index}]`));
    const [first] = all;
    const more = all.length - MOST_OF_A_KIND;
    if (first === undefined || more <= 0) return all;
    const rest = { code: first.code, message: `There are ${more} more warnings of this kind.` };
    return [...all.slice(0, MOST_OF_A_KIND), rest];
  });
}

function suspiciousIds(user: UserIdentifiers, path: string): readonly PlanWarning[] {
  return suspicionsOf(user).map(({ identifier, reason }) => ({
    path: `${path}.${identifier}`,
    code: 'suspicious_id',
    message: reason,
  }));
}

function synonyms(user: UserIdentifiers, path: string): readonly PlanWarning[] {
  return synonymsOf(user).map(({ name, reason }) => ({
    path: `${path}.${name}`,
    code: 'synonym',
    message: reason,
  }));
}
