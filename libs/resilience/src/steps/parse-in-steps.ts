import { Pace } from './pace.js';
import { PiecewiseValue } from './piecewise-value.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Characters that are parsed at once: some milliseconds, where each object has other names. */
export const CHARACTERS_OF_A_STEP = 64 * 1024;

/**
 * `JSON.parse` in steps: the text is cut at commas, and each piece is parsed by itself.
 *
 * @param look is called with each piece once it is parsed: with a list of elements, or an object of members
 * @throws SyntaxError as `JSON.parse`
 */
export async function parseInSteps(
  text: string,
  look: (piece: unknown) => void = () => undefined,
  pace = new Pace(CHARACTERS_OF_A_STEP),
  charactersAtOnce = CHARACTERS_OF_A_STEP,
): Promise<unknown> {
  const value = new PiecewiseValue(text, look);
  let cutAt = 0;
  for (let at = 0; at < text.length && !value.isMalformed; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) value.open(at, code === OPEN_LIST);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) value.close(at, code === CLOSE_LIST);
    else if (code === COMMA) {
      const size = at - cutAt;
      value.comma(at, size >= charactersAtOnce);
      if (size < charactersAtOnce) continue;
      cutAt = at;
      await pace.did(size);
    }
  }
  return value.end();
}

/** @returns the place of the quote that ends a string, or the end of the text */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (end - backslashes > from && text.charCodeAt(end - 1 - backslashes) === BACKSLASH) {
      backslashes += 1;
    }
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
