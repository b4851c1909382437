import { skipBlanks, skipKey, skipString, skipValue } from '@lethe/contracts/bounds';

/** The bytes of a value, from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Name {
  readonly text: string;
  readonly utf8: Buffer;
  /** First byte of the name. For an empty name, this is the closing quote. */
  readonly first: number;
  /** Whether JSON writes the name without escapes. */
  readonly isPlain: boolean;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Finds members of a JSON object by name, in one pass that checks the whole object. If a name is
 * repeated, the finder uses the last member, like `JSON.parse`.
 */
export class MemberFinder {
  private readonly names: readonly Name[];
  /** For each byte, 1 if a key in which it is the first byte can be one of the names. */
  private readonly firstBytes = new Uint8Array(256);
  private readonly starts: number[];
  private readonly ends: number[];

  /**
   * @param inner for each name, an optional finder for the members of its value; used in the same
   * pass, if the value is an object
   */
  constructor(
    names: readonly string[],
    private readonly inner: readonly (MemberFinder | undefined)[] = [],
  ) {
    this.names = names.map(nameOf);
    this.firstBytes[BACKSLASH] = 1;
    for (const { first } of this.names) this.firstBytes[first] = 1;
    this.starts = names.map(() => -1);
    this.ends = names.map(() => -1);
  }

  /**
   * @param start first byte of the object
   * @returns the position after the object; -1 if no valid object starts at `start`
   */
  find(bytes: Buffer, start: number): number {
    this.clear();
    if (bytes[start] !== OPEN_OBJECT) return -1;
    let position = skipBlanks(bytes, start + 1);
    if (bytes[position] === CLOSE_OBJECT) return position + 1;
    for (;;) {
      const value = skipKey(bytes, position);
      if (value < 0) return -1;
      const end = this.stepOver(bytes, this.indexOf(bytes, position), value);
      if (end < 0) return -1;
      position = skipBlanks(bytes, end);
      if (bytes[position] === CLOSE_OBJECT) return position + 1;
      if (bytes[position] !== COMMA) return -1;
      position = skipBlanks(bytes, position + 1);
    }
  }

  /** Returns the span that the last call of `find` found for the name at this index. */
  spanOf(index: number): Span | undefined {
    const start = this.starts[index] ?? -1;
    return start < 0 ? undefined : { start, end: this.ends[index] ?? -1 };
  }

  private clear(): void {
    for (let index = 0; index < this.starts.length; index += 1) {
      this.starts[index] = -1;
      this.inner[index]?.clear();
    }
  }

  /**
   * Stores the span of a value if `names` contains its name. Returns the position after the value.
   */
  private stepOver(bytes: Buffer, index: number, value: number): number {
    const finder = index < 0 ? undefined : this.inner[index];
    const isObject = finder !== undefined && bytes[value] === OPEN_OBJECT;
    if (!isObject) finder?.clear();
    const end = isObject ? finder.find(bytes, value) : skipValue(bytes, value);
    if (index >= 0) {
      this.starts[index] = value;
      this.ends[index] = end;
    }
    return end;
  }

  /** Returns the index of a key in `names`, or -1 if `names` does not contain the key. */
  private indexOf(bytes: Buffer, key: number): number {
    const first = bytes[key + 1] ?? 0;
    if (this.firstBytes[first] === 0) return -1;
    for (let index = 0; index < this.names.length; index += 1) {
      const name = this.names[index];
      if (name === undefined || (first !== name.first && first !== BACKSLASH)) continue;
      if (isName(bytes, key, name)) return index;
    }
    return -1;
  }
}

/** @param key position of the opening quote */
function isName(bytes: Buffer, key: number, { text, utf8, isPlain }: Name): boolean {
  let at = 0;
  while (at < utf8.length && bytes[key + 1 + at] === utf8[at]) at += 1;
  const next = bytes[key + 1 + at];
  if (isPlain && next !== BACKSLASH) return at === utf8.length && next === QUOTE;
  // A key with an escape must be decoded before it can be compared.
  return JSON.parse(bytes.toString('utf8', key, skipString(bytes, key))) === text;
}

function nameOf(text: string): Name {
  const utf8 = Buffer.from(text);
  return { text, utf8, first: utf8[0] ?? QUOTE, isPlain: JSON.stringify(text) === `"${text}"` };
}
