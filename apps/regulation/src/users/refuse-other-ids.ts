import { USER_BOUNDS } from '@lethe/api/users';
import { MAX_DETAILS, LetheError } from '@lethe/contracts';

/**
 * Ids with one suppression key may belong to different persons. Before the events of all of them are taken again, the caller
 * names every one.
 *
 * @param meantIds as the caller names them
 * @param ids as they were given, of all regulations that would be canceled
 * @throws LetheError `conflict` naming ids that the caller does not name
 */
export function refuseOtherIds(meantIds: readonly string[], ids: ReadonlySet<string>): void {
  const meant = new Set(meantIds);
  const others = [...ids].filter((id) => !meant.has(id));
  if (others.length === 0) return;
  throw new LetheError('conflict', {
    message: `Other user ids have the same suppression key, and may be of other persons: ${others.length}, see details. To take events of all of them again, name each in userIds${ids.size > USER_BOUNDS.meantIds ? ', or, as they are too many for that, cancel their regulations' : ''}.`,
    details: Object.fromEntries(
      others.slice(0, MAX_DETAILS).map((id, index) => [`otherIds[${index}]`, escaped(id)]),
    ),
  });
}

/** A JSON string in which all but printable ASCII is escaped: the ids may look the same. */
function escaped(id: string): string {
  return JSON.stringify(id).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
