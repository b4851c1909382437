/** Longest userId that is stored, in bytes of UTF-8. Its suppression key is never longer. */
export const MAX_USER_ID_BYTES = 512;

/**
 * For the reference: what every userId matches, and hardly anything else. Generated clients compile it without the flag `u`, or in a language
 * without `\p`: there `[\p{L}…]` refused good ids, or could not be loaded.
 */
export const USER_ID_PATTERN = '\\S';

const KEPT = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/gu;
// The common case, printable ASCII without blanks at the ends, needs no rewriting: 40 times faster.
const PLAIN_ASCII = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * Makes the suppression key of a userId, the form that data planes compare: letters, marks, numbers,
 * punctuation, symbols and U+0020 are kept, default-ignorable code points and everything else go, then
 * it is trimmed. Case is kept. A suppression stored under any other form would never match an event.
 * Deletions never go by the key: ids with one key may belong to different persons. Which place uses which
 * form is in `docs/user-ids.md`.
 *
 * @param given the userId as the caller gave it
 * @returns the key; empty when nothing printable is left, which must be rejected: an empty key would
 *   match every anonymous event
 */
export function normaliseUserId(given: string): string {
  return PLAIN_ASCII.test(given) ? given : given.replace(KEPT, '').trim();
}

/** The suppression key that ids with this beginning have at their beginning: a blank at its end may stand in the middle of them. */
export function normaliseUserIdPrefix(given: string): string {
  return PLAIN_ASCII.test(given) ? given : given.replace(KEPT, '').trimStart();
}

/** The member that says the suppression key of a userId, where it is another text than the userId. */
export function differingKey(
  userId: string,
  suppressionKey = normaliseUserId(userId),
): { readonly suppressionKey?: string } {
  return suppressionKey === userId ? {} : { suppressionKey };
}
