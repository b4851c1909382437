/** Control characters other than line feed and tab; a terminal would obey them. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g; // eslint-disable-line no-control-regex -- they are what is looked for

/** A text that may be shown on a terminal, whoever wrote it. */
export function printable(text: string): string {
  return text.replace(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
