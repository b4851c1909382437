import { DistinctNames } from './distinct-names.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;

export interface JsonBounds {
  /** Maximum nesting levels of objects and arrays; 0 allows neither objects nor arrays. */
  readonly levels: number;
  /**
   * Maximum number of values of all kinds. A short value costs as much time and memory as a long
   * value.
   */
  readonly values: number;
  /**
   * Maximum number of distinct member names. A JavaScript engine keeps each name, and the shape of
   * each object, in memory.
   */
  readonly names: number;
}

/** Minimum bytes of a member with its value and separators. */
const BYTES_OF_MEMBER = 4;

/**
 * Checks the bounds of a JSON text before the text is parsed. A request body can contain eight
 * million opening brackets, and parsing them would take gigabytes of memory.
 *
 * @param json text in UTF-8; in invalid JSON, the brackets, commas and colons outside of strings
 * are counted
 * @returns the first bound that the text exceeds; `undefined` if it exceeds none
 */
export function excessOfJson(json: Buffer, bounds: JsonBounds): keyof JsonBounds | undefined {
  const mayExceedNames = json.length / BYTES_OF_MEMBER > bounds.names;
  const names = mayExceedNames ? new DistinctNames(bounds.names) : undefined;
  let [depth, values] = [0, 1];
  let [textFrom, textTo] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) {
      textFrom = at + 1;
      at = textTo = endOfString(json, textFrom);
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1;
      values += 1;
      if (depth > bounds.levels) return 'levels';
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
    } else if (byte === COMMA) {
      values += 1;
    } else if (byte === COLON && names?.add(json, textFrom, textTo) === false) {
      return 'names';
    }
    if (values > bounds.values) return 'values';
  }
  return undefined;
}

/** Returns whether a JSON text nests deeper than `levels`; 0 allows neither objects nor arrays. */
export function jsonNestsDeeperThan(json: Buffer, levels: number): boolean {
  return excessOfJson(json, { levels, values: Infinity, names: Infinity }) === 'levels';
}

function endOfString(json: Buffer, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Returns whether a JSON value nests deeper than `levels`; 0 allows neither objects nor arrays.
 * Call it before recursive code, to avoid a stack overflow. It does not visit values that are
 * nested deeper than `levels`.
 */
export function nestsDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsDeeperThan(member, levels - 1));
}
