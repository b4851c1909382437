/**
 * The only element of `destinationIds` that stands for all destinations of the workspace that can
 * delete. No id of a destination equals it, see `ID_PATTERN`.
 */
export const ALL_DESTINATIONS = '*';

/** Returns whether a request deletes at all destinations that can delete. */
export function areAllDestinations(destinationIds: readonly string[] | undefined): boolean {
  return destinationIds?.length === 1 && destinationIds[0] === ALL_DESTINATIONS;
}
