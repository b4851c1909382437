import type { PlanWarningDto } from '@lethe/api/regulations';
import { synonymsOf, type UserIdentifiers } from '@lethe/contracts';
import { suspicionsOf } from '@lethe/contracts/user-files';
import { eachInSteps } from '@lethe/resilience';

const MOST_OF_A_KIND = 100;

type WarningsOfUser = (user: UserIdentifiers, path: string) => readonly PlanWarningDto[];

const KINDS: readonly WarningsOfUser[] = [suspiciousIds, synonyms];

/** Returns warnings about allowed values that are probably mistakes. */
export async function planWarnings(
  users: readonly UserIdentifiers[],
): Promise<readonly PlanWarningDto[]> {
  const found = KINDS.map((kind) => ({ kind, first: [] as PlanWarningDto[], count: 0 }));
  await eachInSteps(users, (user, index) => {
    for (const result of found) {
      const warnings = result.kind(user, `users[${index}]`);
      result.first.push(...warnings.slice(0, MOST_OF_A_KIND - result.first.length));
      result.count += warnings.length;
    }
  });
  return found.flatMap(({ first, count }) => {
    const [one] = first;
    const more = count - first.length;
    if (one === undefined || more === 0) return first;
    return [...first, { code: one.code, message: `There are ${more} more warnings of this kind.` }];
  });
}

/** Returns a warning if the deadline of the deletions has passed already. */
export function deadlineWarnings(dueAt: string, now: number): readonly PlanWarningDto[] {
  if (Date.parse(dueAt) >= now) return [];
  const message = `The deadline ${dueAt} has passed, so the deletions are overdue at once.`;
  return [{ path: 'receivedAt', code: 'deadline_passed', message }];
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
