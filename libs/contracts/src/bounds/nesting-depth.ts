const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Whether a JSON text nests deeper than allowed. Looks at the bytes before anything is parsed: eight
 * million opening brackets fit in the body of a request, and parsing them would take gigabytes.
 *
 * @param json in UTF-8; of what is not valid JSON the brackets outside of strings are counted
 * @param levels of objects and arrays that are allowed; 0 allows neither
 */
export function jsonNestsDeeperThan(json: Buffer, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = endOfString(json, at + 1);
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1;
      if (depth > levels) return true;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  return false;
}

function endOfString(json: Buffer, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Whether a parsed JSON value nests deeper than allowed: for whoever walks it with recursion and has
 * only so much stack. Goes no deeper itself.
 *
 * @param levels of objects and arrays that are allowed; 0 allows neither
 */
export function nestsDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsDeeperThan(member, levels - 1));
}
