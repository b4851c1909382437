import { skipBlanks, skipKey, skipString, skipValue } from '@lethe/contracts/bounds';

/** Where a value lies: from its first byte to the one behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Name {
  readonly text: string;
  readonly utf8: Buffer;
  /** Of its bytes, the quote behind them included. */
  readonly first: number;
  /** Whether nothing in it must be escaped. */
  readonly isPlain: boolean;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Finds members of a JSON object by name, in one pass that checks the whole object. Of a repeated
 * name the last one counts, as for `JSON.parse`.
 */
export class MemberFinder {
  private readonly names: readonly Name[];
  private readonly starts: number[];
  private readonly ends: number[];

  /** @param inner find in the same pass what the member of the same position has, where that is an object */
  constructor(
    names: readonly string[],
    private readonly inner: readonly (MemberFinder | undefined)[] = [],
  ) {
    this.names = names.map(nameOf);
    this.starts = names.map(() => -1);
    this.ends = names.map(() => -1);
  }

  /**
   * @param start of the object
   * @returns the position behind the object; -1 when there is none
   */
  find(bytes: Buffer, start: number): number {
    this.forget();
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

  /** What the last `find` found of the name with this number. */
  spanOf(index: number): Span | undefined {
    const start = this.starts[index] ?? -1;
    return start < 0 ? undefined : { start, end: this.ends[index] ?? -1 };
  }

  private forget(): void {
    this.starts.fill(-1);
    for (const finder of this.inner) finder?.forget();
  }

  /** @returns the position behind the value */
  private stepOver(bytes: Buffer, index: number, value: number): number {
    const finder = index < 0 ? undefined : this.inner[index];
    const isObject = finder !== undefined && bytes[value] === OPEN_OBJECT;
    if (!isObject) finder?.forget();
    const end = isObject ? finder.find(bytes, value) : skipValue(bytes, value);
    if (index >= 0) {
      this.starts[index] = value;
      this.ends[index] = end;
    }
    return end;
  }

  /** @returns the number of the name, -1 for another one */
  private indexOf(bytes: Buffer, key: number): number {
    const first = bytes[key + 1];
    for (let index = 0; index < this.names.length; index += 1) {
      const name = this.names[index];
      if (name === undefined || (first !== name.first && first !== BACKSLASH)) continue;
      if (isName(bytes, key, name)) return index;
    }
    return -1;
  }
}

/** @param key the opening quote of a string */
function isName(bytes: Buffer, key: number, { text, utf8, isPlain }: Name): boolean {
  let at = 0;
  while (at < utf8.length && bytes[key + 1 + at] === utf8[at]) at += 1;
  const next = bytes[key + 1 + at];
  if (isPlain && next !== BACKSLASH) return at === utf8.length && next === QUOTE;
  // Up to its first escape, a string that says the name has the same bytes.
  return JSON.parse(bytes.toString('utf8', key, skipString(bytes, key))) === text;
}

function nameOf(text: string): Name {
  const utf8 = Buffer.from(text);
  return { text, utf8, first: utf8[0] ?? QUOTE, isPlain: JSON.stringify(text) === `"${text}"` };
}
