import { DELETION_JOB_BOUNDS, urlOf } from '@lethe/contracts';

/** Longer addresses are nobody's. */
const LONGEST = DELETION_JOB_BOUNDS.statusUrlLength;

/**
 * Where an answer says how a deletion goes on.
 *
 * @param location header of the answer
 * @param url that was called
 * @returns the address, or `undefined` when it names none, or one of another origin than that which was called
 */
export function statusUrl(location: string, url: URL): string | undefined {
  // The address that takes orders does not say how one of them stands.
  if (/^\s*(#|$)/.test(location)) return undefined;
  const found = location.length > LONGEST ? undefined : urlOf(location, url);
  if (found === undefined) return undefined;
  const isSame = found.origin === url.origin && found.username === '' && found.password === '';
  // Escapes make it longer than it came.
  return isSame && found.href.length <= LONGEST ? found.href : undefined;
}
