/** What looks like nothing, or like a blank: an id with it looks like another one. */
const UNSEEN = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}|^ | $/gu;

/** @returns the id with each character that cannot be seen as `<U+00A0>` */
export function visibleId(id: string): string {
  return id.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
