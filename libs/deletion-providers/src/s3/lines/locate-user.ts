import { isUtf8 } from 'node:buffer';
import { hasEscape, skipBlanks, skipKey, skipString, skipValue } from '@lethe/contracts/bounds';

const COMMA = 0x2c;
const QUOTE = 0x22;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Result of the search for the userId in a row. */
export type UserPlace =
  /** The row has one userId, which is neither a list nor an object. `end` is exclusive. */
  | { readonly kind: 'scalar'; readonly start: number; readonly end: number }
  | { readonly kind: 'absent' }
  /**
   * The row is not a JSON object (`no-row`), or its userId is not clear. The path then exists twice
   * (`twice`), crosses a list (`list`), or ends in a list or an object (`container`).
   */
  | { readonly kind: 'twice' | 'list' | 'container' | 'no-row' }
  /** A field name in the row is not UTF-8. The name can be the userId field in another encoding. */
  | { readonly kind: 'no-utf8' };

const ABSENT = { kind: 'absent' } as const;
const NO_ROW = { kind: 'no-row' } as const;

/** Path of the userId in rows. It leads through nested objects, or is one name with dots. */
export class UserPath {
  private readonly names: readonly Buffer[];
  private readonly dotted: Buffer | undefined;
  private readonly isAscii: boolean;

  /** @param field path of the userId; dots separate the names of nested objects */
  constructor(field: string) {
    this.names = field.split('.').map((name) => Buffer.from(name));
    this.dotted = this.names.length > 1 ? Buffer.from(field) : undefined;
    this.isAscii = Buffer.byteLength(field) === field.length;
  }

  /**
   * Finds the userId in a row. Reads the row once from left to right, without recursion, and enters
   * only objects on the path. So no row can take too much time or memory.
   *
   * @param row one line without a byte order mark
   */
  locate(row: Buffer): UserPlace {
    let at = skipBlanks(row, 0);
    if (row[at] !== OPEN_OBJECT) return NO_ROW;
    const last = this.names.length - 1;
    /** For each open object on the path, whether the next name on the path was found in it. */
    const seen: boolean[] = [false];
    const found: UserPlace[] = [];
    let isTwice = false;
    let isBroken = false;
    at = skipBlanks(row, at + 1);
    let isOpen = row[at] === CLOSE_OBJECT;
    for (;;) {
      if (!isOpen) {
        const level = seen.length - 1;
        const key = at;
        const value = skipKey(row, key);
        if (value < 0) return NO_ROW;
        const name = new KeyName(row, key);
        if (!this.isAscii) isBroken ||= name.isBroken();
        const isDotted = level === 0 && this.dotted !== undefined && name.is(this.dotted);
        const isNext = !isDotted && name.is(this.names[level] ?? row);
        if (isNext) {
          isTwice ||= seen[level] === true;
          seen[level] = true;
        }
        if (isNext && level < last && row[value] === OPEN_OBJECT) {
          seen.push(false);
          at = skipBlanks(row, value + 1);
          isOpen = row[at] === CLOSE_OBJECT;
          continue;
        }
        at = skipValue(row, value);
        if (at < 0) return NO_ROW;
        if (isDotted || (isNext && level === last)) found.push(placeOf(row, value, at));
        else if (isNext && row[value] === OPEN_ARRAY) found.push({ kind: 'list' });
      } else {
        seen.pop();
        at += 1;
        if (seen.length === 0) break;
      }
      at = skipBlanks(row, at);
      isOpen = row[at] === CLOSE_OBJECT;
      if (isOpen) continue;
      if (row[at] !== COMMA) return NO_ROW;
      at = skipBlanks(row, at + 1);
    }
    if (skipBlanks(row, at) !== row.length) return NO_ROW;
    if (isBroken) return { kind: 'no-utf8' };
    if (isTwice || found.length > 1) return { kind: 'twice' };
    return found[0] ?? ABSENT;
  }
}

function placeOf(row: Buffer, start: number, end: number): UserPlace {
  const first = row[start];
  if (first === OPEN_OBJECT || first === OPEN_ARRAY) return { kind: 'container' };
  return { kind: 'scalar', start, end };
}

/** The name of a member in a row. The name can contain escapes. */
class KeyName {
  private readonly end: number;
  private readonly isEscaped: boolean;

  constructor(
    private readonly row: Buffer,
    private readonly start: number,
  ) {
    this.end = skipString(row, start);
    this.isEscaped = hasEscape(row, start, this.end);
  }

  is(name: Buffer): boolean {
    const { row, start, end } = this;
    if (!this.isEscaped) {
      return (
        end - start - 2 === name.length &&
        row.compare(name, 0, name.length, start + 1, end - 1) === 0
      );
    }
    return stringAt(row, start, end) === name.toString();
  }

  isBroken(): boolean {
    return !isUtf8(this.row.subarray(this.start, this.end));
  }
}

/** @returns the decoded text of the JSON string between the quotes at `start` and before `end` */
export function stringAt(row: Buffer, start: number, end: number): string {
  if (hasEscape(row, start, end)) return JSON.parse(row.toString('utf8', start, end)) as string;
  return row.toString('utf8', start + 1, end - 1);
}

export function isString(row: Buffer, start: number): boolean {
  return row[start] === QUOTE;
}
