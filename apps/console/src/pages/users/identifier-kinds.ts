import type { IdentifierKind } from '../../api/users.js';

/** A phone number with digits of any script and an optional extension. */
const PHONE = /^[+＋]?[\p{Nd}\s()（）./-]{5,}(?:(?:x|ext\.?|#)\s*\p{Nd}+)?$/iu;

/**
 * Returns the possible kinds of an identifier. A user id can have any form, even the form of an
 * e-mail address or a phone number.
 */
export function kindsOf(identifier: string): readonly IdentifierKind[] {
  if (/^[^\s@]+@[^\s@]+$/.test(identifier)) return ['userId', 'email'];
  if (PHONE.test(identifier)) return ['userId', 'phone'];
  return ['userId'];
}
