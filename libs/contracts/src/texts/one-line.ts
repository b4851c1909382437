/** A text as one line: blanks, controls and characters without a form become one space, those at its ends go. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ').trim();
}
