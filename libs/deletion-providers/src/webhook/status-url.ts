import { DELETION_JOB_BOUNDS, urlOf } from '@lethe/contracts';

const LONGEST = DELETION_JOB_BOUNDS.statusUrlLength;

/**
 * Returns the status URL of an accepted deletion.
 *
 * @param location header `Location` of the answer, or the stored status URL
 * @param url URL of the deletion webhook
 * @returns undefined if `location` is empty, too long, not a URL, or if its origin differs from the
 *   origin of `url`
 */
export function statusUrl(location: string, url: URL): string | undefined {
  // An empty reference resolves to `deletionUrl` itself, which does not return the status of a
  // deletion.
  if (/^\s*(#|$)/.test(location)) return undefined;
  const found = location.length > LONGEST ? undefined : urlOf(location, url);
  if (found === undefined) return undefined;
  const isSame = found.origin === url.origin && found.username === '' && found.password === '';
  // The length is checked again, because escapes make a URL longer.
  return isSame && found.href.length <= LONGEST ? found.href : undefined;
}
