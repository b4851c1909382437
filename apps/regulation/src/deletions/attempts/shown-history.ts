import type { DeletionAttemptDto } from '@lethe/api/deletions';
/** Returns a stored history as the API shows it. */
export function shownHistory(history: readonly DeletionAttemptDto[] | null): DeletionAttemptDto[] {
  return (history ?? []).map(
    ({
      at,
      outcome,
      worker,
      createdBy,
      reason,
      found,
      nextAttemptAt,
      times,
      since,
      omittedBefore,
    }) => ({
      at,
      outcome,
      ...(worker === undefined ? {} : { worker }),
      ...(createdBy === undefined ? {} : { createdBy }),
      ...(reason === undefined ? {} : { reason }),
      ...(found === undefined ? {} : { found }),
      ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
      ...(times === undefined ? {} : { times }),
      ...(since === undefined ? {} : { since }),
      ...(omittedBefore === undefined ? {} : { omittedBefore }),
    }),
  );
}
