const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Finds nesting that would exhaust the stack of whatever walks the value, before it is parsed.
 *
 * @param json valid JSON
 * @param levels of objects and arrays that are allowed
 */
export function isDeeperThan(json: string, levels: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < json.length; i += 1) {
    const code = json.charCodeAt(i);
    if (isInString) {
      if (code === BACKSLASH) i += 1;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) {
      isInString = true;
    } else if (OPENING.has(code)) {
      depth += 1;
      if (depth > levels) return true;
    } else if (CLOSING.has(code)) {
      depth -= 1;
    }
  }
  return false;
}
