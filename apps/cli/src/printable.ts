/** Control characters except line feed and tab. A terminal would execute them. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g; // eslint-disable-line no-control-regex -- the pattern must match control characters

/** Escapes control characters, so that any text is safe on a terminal. */
export function printable(text: string): string {
  return text.replace(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
