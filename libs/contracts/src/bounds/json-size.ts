import { endOfString } from './nesting-depth.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Whether a JSON text holds more values than allowed, or an object in it more members. Looks at the bytes before anything is parsed: eight megabytes of
 * empty lists, or of names in one object, take the parser and every walk over the result half a second each.
 *
 * @param json in UTF-8
 * @param most.values objects, lists and scalars
 * @param most.members of one object
 */
export function jsonHoldsMoreThan(
  json: Buffer,
  most: { readonly values: number; readonly members: number },
): boolean {
  let values = 0;
  const members: number[] = [0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = endOfString(json, at + 1);
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      members.push(0);
      values += 1;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      members.pop();
    } else if (byte === COMMA) {
      values += 1;
    } else if (byte === COLON) {
      const inside = members.length - 1;
      members[inside] = (members[inside] ?? 0) + 1;
      if ((members[inside] ?? 0) > most.members) return true;
    }
    if (values > most.values) return true;
  }
  return false;
}
