const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Between letters these belong to a word, as in addresses, UUIDs and version numbers. */
const JOINERS = new Set(Buffer.from('_.@+-'));

/** By UTF-16 code unit, each tested once: 0 unknown, 1 no letter, 2 a letter. */
const known = new Uint8Array(0x1_0000);

/**
 * Whether a word may end, and another begin, between two characters of a text. A joiner such as `-`
 * separates unless it has letters at both sides: `ann` is no word of `ann-marie`, but `anna` is one of `-anna.`.
 *
 * @param at the position of the second character
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
  const isIt = LETTER.test(String.fromCharCode(code));
  known[code] = isIt ? 2 : 1;
  return isIt;
}

/** @param at of a pair of two code units */
function isLetterBeyond(text: string, at: number): boolean {
  return LETTER.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}
