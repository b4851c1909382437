/**
 * Returns a text as one trimmed line. One space replaces consecutive blanks, control characters and
 * invisible characters.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ').trim();
}
