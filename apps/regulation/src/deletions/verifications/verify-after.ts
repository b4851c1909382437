import type { DeletionSettings } from '@lethe/catalog';

const DAY_SECONDS = 86_400;
/** Days of a workspace without a setting of its own, if identifiers are kept for as long. */
const DEFAULT_DAYS = 7;
/**
 * Seconds by which a verification comes before the purge, if both are due after the same number of
 * days. The verification then still has all identifiers.
 */
const BEFORE_PURGE_SECONDS = 3_600;

/**
 * Returns the seconds from the end of a deletion until its destination is asked again. A
 * verification never keeps identifiers: they are purged when they are due, whatever waits.
 *
 * @param personalDataDays days for which identifiers are kept after a deletion
 * @returns null if the destination is never asked
 */
export function verifyAfterSeconds(
  { verifyAfterDays }: Pick<DeletionSettings, 'verifyAfterDays'>,
  personalDataDays: number,
): number | null {
  const days = Math.min(verifyAfterDays ?? DEFAULT_DAYS, personalDataDays);
  if (days === 0) return null;
  return days * DAY_SECONDS - (days === personalDataDays ? BEFORE_PURGE_SECONDS : 0);
}
