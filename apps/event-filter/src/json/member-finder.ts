import { hasEscape, skipBlanks, skipKey, skipString, skipValue } from '@lethe/contracts/bounds';

/** Where a value lies: from its first byte to the one behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Finds members of a JSON object by name, in one pass that checks the whole object. Of a repeated
 * name the last one counts, as for `JSON.parse`.
 */
export class MemberFinder {
  private readonly names: readonly Buffer[];
  private readonly starts: number[];
  private readonly ends: number[];

  constructor(names: readonly string[]) {
    this.names = names.map((name) => Buffer.from(name));
    this.starts = names.map(() => -1);
    this.ends = names.map(() => -1);
  }

  /**
   * @param start of the object
   * @returns the position behind the object; -1 when there is none
   */
  find(bytes: Buffer, start: number): number {
    this.starts.fill(-1);
    if (bytes[start] !== OPEN_OBJECT) return -1;
    let position = skipBlanks(bytes, start + 1);
    if (bytes[position] === CLOSE_OBJECT) return position + 1;
    for (;;) {
      const key = position;
      const value = skipKey(bytes, key);
      if (value < 0) return -1;
      const end = skipValue(bytes, value);
      if (end < 0) return -1;
      this.remember(bytes, key, value, end);
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

  private remember(bytes: Buffer, key: number, value: number, end: number): void {
    const keyEnd = skipString(bytes, key);
    const isEscaped = hasEscape(bytes, key, keyEnd);
    for (let index = 0; index < this.names.length; index += 1) {
      const name = this.names[index];
      if (name === undefined) continue;
      if (!(isEscaped ? saysName : isName)(bytes, key, keyEnd, name)) continue;
      this.starts[index] = value;
      this.ends[index] = end;
    }
  }
}

/** @param key the opening quote, @param end behind the closing one */
function isName(bytes: Buffer, key: number, end: number, name: Buffer): boolean {
  if (end - key - 2 !== name.length) return false;
  for (let at = 0; at < name.length; at += 1) {
    if (bytes[key + 1 + at] !== name[at]) return false;
  }
  return true;
}

function saysName(bytes: Buffer, key: number, end: number, name: Buffer): boolean {
  return JSON.parse(bytes.toString('utf8', key, end)) === name.toString();
}
