import { isUtf8 } from 'node:buffer';
import { hasEscape, skipBlanks, skipKey, skipString, skipValue } from '@lethe/contracts/bounds';

const COMMA = 0x2c;
const QUOTE = 0x22;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Where a row has its user. */
export type UserPlace =
  /** One scalar, from its first byte to the one behind its last. */
  | { readonly kind: 'scalar'; readonly start: number; readonly end: number }
  | { readonly kind: 'absent' }
  /** The row does not say clearly whose it is, or is no JSON object at all. */
  | { readonly kind: 'twice' | 'list' | 'container' | 'no-row' }
  /** A name on the way is no UTF-8: the field could be written in another encoding. */
  | { readonly kind: 'no-utf8' };

const ABSENT = { kind: 'absent' } as const;
const NO_ROW = { kind: 'no-row' } as const;

/** The path of the userId in rows: by nested objects, or as one name that has the dots itself. */
export class UserPath {
  private readonly names: readonly Buffer[];
  private readonly dotted: Buffer | undefined;
  private readonly isAscii: boolean;

  /** @param field name of the userId; dots lead into nested objects */
  constructor(field: string) {
    this.names = field.split('.').map((name) => Buffer.from(name));
    this.dotted = this.names.length > 1 ? Buffer.from(field) : undefined;
    this.isAscii = Buffer.byteLength(field) === field.length;
  }

  /**
   * Walks through a row once, from left to right. Only objects on the path are looked into, and without recursion.
   *
   * @param row one line, without byte order mark
   */
  locate(row: Buffer): UserPlace {
    let at = skipBlanks(row, 0);
    if (row[at] !== OPEN_OBJECT) return NO_ROW;
    const last = this.names.length - 1;
    /** Whether the name was seen, in each object on the path that is open. */
    const seen: boolean[] = [false];
    const places: UserPlace[] = [];
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
        if (isDotted || (isNext && level === last)) places.push(placeOf(row, value, at));
        else if (isNext && row[value] === OPEN_ARRAY) places.push({ kind: 'list' });
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
    if (isTwice || places.length > 1) return { kind: 'twice' };
    return places[0] ?? ABSENT;
  }
}

function placeOf(row: Buffer, start: number, end: number): UserPlace {
  const first = row[start];
  if (first === OPEN_OBJECT || first === OPEN_ARRAY) return { kind: 'container' };
  return { kind: 'scalar', start, end };
}

/** A name in a row, in whatever spelling. */
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

/** @returns the text of a string, its escapes decoded */
export function stringAt(row: Buffer, start: number, end: number): string {
  if (hasEscape(row, start, end)) return JSON.parse(row.toString('utf8', start, end)) as string;
  return row.toString('utf8', start + 1, end - 1);
}

export function isString(row: Buffer, start: number): boolean {
  return row[start] === QUOTE;
}
