import type { IdentifierKind } from '../../api/users.js';

/** Digits of any script, and an extension. */
const PHONE = /^[+＋]?[\p{Nd}\s()（）./-]{5,}(?:(?:x|ext\.?|#)\s*\p{Nd}+)?$/iu;

/** What an identifier that somebody pasted may be: user ids have any form, those of addresses and numbers too. */
export function kindsOf(identifier: string): readonly IdentifierKind[] {
  if (/^[^\s@]+@[^\s@]+$/.test(identifier)) return ['userId', 'email'];
  if (PHONE.test(identifier)) return ['userId', 'phone'];
  return ['userId'];
}
