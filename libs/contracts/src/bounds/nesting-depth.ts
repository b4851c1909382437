import { DistinctNames } from './distinct-names.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;

/** What a JSON text may hold at most. */
export interface JsonBounds {
  /** Of objects and arrays within each other; 0 allows neither. */
  readonly levels: number;
  /** Of all kinds together. One of three bytes takes as much time and memory as a long one. */
  readonly values: number;
  /** Of members, each counted once: an engine keeps each name, and the shape of each object. */
  readonly names: number;
}

/** Bytes that a member takes at least, with its value and what stands between. */
const BYTES_OF_MEMBER = 4;

/**
 * Looks at the bytes before anything is parsed: eight million opening brackets fit in the body of a request, and
 * parsing them would take gigabytes.
 *
 * @param json in UTF-8; what is not valid JSON is counted by its brackets, commas and colons outside of strings
 * @returns the first bound that the text goes beyond
 */
export function excessOfJson(json: Buffer, bounds: JsonBounds): keyof JsonBounds | undefined {
  const mayHold = json.length / BYTES_OF_MEMBER > bounds.names;
  const names = mayHold ? new DistinctNames(bounds.names) : undefined;
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

/**
 * Whether a JSON text nests deeper than allowed.
 *
 * @param levels of objects and arrays that are allowed; 0 allows neither
 */
export function jsonNestsDeeperThan(json: Buffer, levels: number): boolean {
  return excessOfJson(json, { levels, values: Infinity, names: Infinity }) === 'levels';
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
