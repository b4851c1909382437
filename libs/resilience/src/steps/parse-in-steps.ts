import { StepCounter } from './step-counter.js';
import { PiecewiseValue } from './piecewise-value.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Characters that are parsed in one step. In the worst case, when the members of all objects have
 * different names, a step takes some milliseconds.
 */
export const CHARACTERS_OF_A_STEP = 64 * 1024;

/**
 * Does the same as `JSON.parse`, in steps. It cuts the text at commas, and parses each piece
 * separately.
 *
 * @param onPiece called with each parsed piece: a list of elements, or an object with members
 * @throws SyntaxError like `JSON.parse`
 */
export async function parseInSteps(
  text: string,
  onPiece: (piece: unknown) => void = () => undefined,
  pace = new StepCounter(CHARACTERS_OF_A_STEP),
  charactersAtOnce = CHARACTERS_OF_A_STEP,
): Promise<unknown> {
  const value = new PiecewiseValue(text, onPiece);
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

/** Returns the index of the quote that ends the string, or the length of the text. */
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
