/**
 * Characters that are invisible or look like a blank. With them, two different ids can look equal.
 */
const INVISIBLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}|^ | $/gu;

/** @returns id with invisible characters in the form `<U+00A0>` */
export function visibleId(id: string): string {
  return id.replace(INVISIBLE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
