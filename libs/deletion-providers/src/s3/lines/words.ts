const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Characters that are part of a word if they are between letters, as in addresses or UUIDs. */
const JOINERS = new Set(Buffer.from('_.@+-'));

/** Cache with one entry for each UTF-16 code unit: 0 is unknown, 1 is no letter, 2 is a letter. */
const known = new Uint8Array(0x1_0000);

/**
 * Returns whether a word can end directly before the position `at`, or start at this position. A
 * character such as `-` separates words, unless it is between two letters. So `ann` is not a word
 * of `ann-marie`, but `anna` is a word of `-anna.`.
 */
export function isBoundary(text: string, at: number): boolean {
  return !(belongs(text, at - 1) && belongs(text, at));
}

function belongs(text: string, at: number): boolean {
  if (isLetter(text, at)) return true;
  return JOINERS.has(text.charCodeAt(at)) && isLetter(text, at - 1) && isLetter(text, at + 1);
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return false;
  if (code >= 0xd800 && code <= 0xdfff) return isLetterBeyond(text, code < 0xdc00 ? at : at - 1);
  const remembered = known[code];
  if (remembered !== 0) return remembered === 2;
  const matches = LETTER.test(String.fromCharCode(code));
  known[code] = matches ? 2 : 1;
  return matches;
}

/** @param at position of a surrogate pair */
function isLetterBeyond(text: string, at: number): boolean {
  return LETTER.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}
