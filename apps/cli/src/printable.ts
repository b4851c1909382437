/**
 * Control characters except line feed and tab, which a terminal would execute, and characters that
 * change the direction of text, which can make a text look like another one.
 */
const UNSHOWABLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g; // eslint-disable-line no-control-regex -- the pattern must match control characters

/** Escapes these characters, so that any text is safe on a terminal. */
export function printable(text: string): string {
  return text.replace(
    UNSHOWABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
