const ASCII = /^[\x20-\x7e]*$/;
/** Letters that differ by their place in the word only. */
const ONE_LETTER = new Map([['ς', 'σ']]);
const WORD = /[\p{L}\p{N}]/u;

/** A text in lower case, one character at a time, so that each stays at its place. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) {
    const lower = character.toLowerCase();
    folded += lower.length === character.length ? (ONE_LETTER.get(lower) ?? lower) : character;
  }
  return folded;
}

/**
 * Finds texts of one or two characters where they stand alone: a letter or a digit at their edge has none beside it.
 *
 * @param text folded, as the short ones are
 */
export function findShort(
  text: string,
  short: ReadonlySet<string>,
  found: (from: number, to: number) => void,
): void {
  if (short.size === 0) return;
  for (let from = 0; from < text.length; from += 1) {
    for (const length of [1, 2]) {
      const to = from + length;
      const one = text.slice(from, to);
      if (to > text.length || !short.has(one)) continue;
      if (standsAlone(text, from, to)) found(from, to);
    }
  }
}

/** Whether a letter or a digit at an edge of a part has none beside it. */
export function standsAlone(text: string, from: number, to: number): boolean {
  const isJoined = isWordEnd(text, from) && isWordAt(text, from);
  const isJoinedBehind = isWordEnd(text, to) && isWordAt(text, to);
  return !isJoined && !isJoinedBehind;
}

function isWordAt(text: string, index: number): boolean {
  const code = text.codePointAt(index);
  return code !== undefined && WORD.test(String.fromCodePoint(code));
}

/** Whether the character that ends before `index` is a letter or a digit. */
function isWordEnd(text: string, index: number): boolean {
  if (index === 0) return false;
  const isPair = index > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(index - 1));
  return isWordAt(text, isPair ? index - 2 : index - 1);
}
