const ASCII = /^[\x20-\x7e]*$/;
/** Form of a letter at the end of a word → usual form of the letter. */
const ONE_LETTER = new Map([['ς', 'σ']]);
const WORD = /[\p{L}\p{N}]/u;

/** Returns a text in lower case. Each character keeps its position. */
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
 * Finds short texts, of one or two characters, that stand alone (see `standsAlone`).
 *
 * @param text searched text. `text` and `short` must be results of `fold`
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
      const candidate = text.slice(from, to);
      if (to > text.length || !short.has(candidate)) continue;
      if (standsAlone(text, from, to)) found(from, to);
    }
  }
}

/**
 * Returns whether a part of a text stands alone, which means that no letters or digits continue it
 * at either end.
 */
export function standsAlone(text: string, from: number, to: number): boolean {
  const isJoined = isWordEnd(text, from) && isWordAt(text, from);
  const isJoinedBehind = isWordEnd(text, to) && isWordAt(text, to);
  return !isJoined && !isJoinedBehind;
}

function isWordAt(text: string, index: number): boolean {
  const code = text.codePointAt(index);
  return code !== undefined && WORD.test(String.fromCodePoint(code));
}

/** Returns whether the character that ends before `index` is a letter or a digit. */
function isWordEnd(text: string, index: number): boolean {
  if (index === 0) return false;
  const isPair = index > 1 && /[\uDC00-\uDFFF]/.test(text.charAt(index - 1));
  return isWordAt(text, isPair ? index - 2 : index - 1);
}
