import { USER_BOUNDS } from '@lethe/api/users';
import { MAX_DETAILS, LetheError } from '@lethe/contracts';

/**
 * Refuses a cancel that affects ids that the caller does not list. Ids with the same suppression
 * key can belong to different users.
 *
 * @param ids ids, as given, of all regulations that would be canceled
 * @throws LetheError `conflict` with the ids that the caller does not list
 */
export function refuseOtherIds(namedIds: readonly string[], ids: ReadonlySet<string>): void {
  const named = new Set(namedIds);
  const others = [...ids].filter((id) => !named.has(id));
  if (others.length === 0) return;
  throw new LetheError('conflict', {
    message: `${others.length === 1 ? '1 other user id has' : `${others.length} other user ids have`} the same suppression key (see details). They can belong to other people. To accept the events of all of them again, ${ids.size > USER_BOUNDS.unsuppressIds ? 'cancel their regulations: there are too many ids to name them in userIds' : 'name each of them in userIds'}.`,
    details: Object.fromEntries(
      others.slice(0, MAX_DETAILS).map((id, index) => [`otherIds[${index}]`, escaped(id)]),
    ),
  });
}

/**
 * Returns a JSON string that contains only printable ASCII, because different ids can look the
 * same.
 */
function escaped(id: string): string {
  return JSON.stringify(id).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
