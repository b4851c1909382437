import { isUtf8 } from 'node:buffer';
import type { UserSet } from './user-set.js';

/** What was seen in an object. */
export interface RowCounts {
  rows: number;
  /** Rows that have the field that holds the userId. */
  withField: number;
  removed: number;
  /** Lines that are no JSON object; they stay as they are. */
  malformed: number;
  /** Whether the field is known here, be it only without values. */
  hasField: boolean;
}

export function noRows(): RowCounts {
  return { rows: 0, withField: 0, removed: 0, malformed: 0, hasField: false };
}

/** What an object holds cannot be understood. The message goes on after the object's name. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** Longest line that is read; a longer one is taken for something else than JSON Lines. */
const MOST_LINE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = '\uFEFF';

/** Removes the lines of users; all other bytes stay as they are. */
export class JsonLines {
  readonly counts = noRows();
  private isFirst = true;
  private isArray = false;
  private hasUserElsewhere = false;
  /** Of rows that cannot be judged. */
  private doubt: string | undefined;
  private rest: Buffer[] = [];
  private restBytes = 0;
  private readonly path: readonly string[];

  /** @param field name of the userId; dots lead into nested objects */
  constructor(
    private readonly users: UserSet,
    private readonly field: string,
  ) {
    this.path = field.split('.');
  }

  /**
   * @returns the bytes that stay
   * @throws UnreadableError for a line that is too long
   */
  feed(chunk: Buffer): readonly Buffer[] {
    const end = chunk.lastIndexOf(LINE_FEED);
    if (end === -1) {
      this.keepForNext(chunk);
      return [];
    }
    const data = this.take(chunk.subarray(0, end + 1));
    this.keepForNext(chunk.subarray(end + 1));
    return this.filter(data);
  }

  /** The last line, which needs no line feed. */
  finish(): readonly Buffer[] {
    return this.filter(this.take(Buffer.alloc(0)));
  }

  /**
   * Whether it was JSON Lines at all. Lines that are not are kept, so none of them may hold a user.
   *
   * @throws UnreadableError where it was something else, or could be
   */
  check(): void {
    const { rows, malformed } = this.counts;
    if (this.isArray) throw new UnreadableError('is a JSON array, not JSON Lines');
    if (malformed > rows) {
      throw new UnreadableError('is neither JSON Lines (gzip or not) nor Parquet');
    }
    if (this.doubt !== undefined) throw new UnreadableError(this.doubt);
    if (this.hasUserElsewhere) {
      throw new UnreadableError(
        'has a line that is no JSON object and holds a userId to be deleted',
      );
    }
  }

  private take(chunk: Buffer): Buffer {
    if (this.rest.length === 0) return chunk;
    const data = Buffer.concat([...this.rest, chunk]);
    this.rest = [];
    this.restBytes = 0;
    return data;
  }

  private keepForNext(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.restBytes += chunk.length;
    if (this.restBytes > MOST_LINE_BYTES) {
      throw tooLong();
    }
    this.rest.push(chunk);
  }

  private filter(data: Buffer): readonly Buffer[] {
    const kept: Buffer[] = [];
    let keptFrom = 0;
    for (let start = 0; start < data.length;) {
      const feed = data.indexOf(LINE_FEED, start);
      const end = feed === -1 ? data.length : feed + 1;
      if (end - start > MOST_LINE_BYTES) throw tooLong();
      const bytes = data.subarray(start, end);
      if (this.isToGo(bytes.toString(), bytes)) {
        if (keptFrom < start) kept.push(data.subarray(keptFrom, start));
        keptFrom = end;
      }
      start = end;
    }
    if (keptFrom < data.length) kept.push(data.subarray(keptFrom));
    return kept;
  }

  private isToGo(text: string, bytes: Buffer): boolean {
    const line = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    const trimmed = line.trim();
    if (trimmed === '') return false;
    if (this.isFirst) this.isArray = trimmed.startsWith('[');
    this.isFirst = false;
    const row = parseRow(line);
    if (row === undefined) {
      this.counts.malformed += 1;
      this.hasUserElsewhere ||= this.holdsUser(line);
      if (isBroken(line, bytes)) this.doubt ??= 'has a line that is neither JSON nor UTF-8';
      return false;
    }
    this.counts.rows += 1;
    const value = this.valueOf(row);
    if (value === undefined) {
      this.doubt ??= this.doubtOf(row, value, line, bytes);
      return false;
    }
    this.counts.withField += 1;
    const isToGo = this.isUser(value, line);
    if (isToGo) this.counts.removed += 1;
    else this.doubt ??= this.doubtOf(row, value, line, bytes);
    return isToGo;
  }

  /** Why it is not certain that a row is nobody's. */
  private doubtOf(row: object, value: unknown, line: string, bytes: Buffer): string | undefined {
    if (typeof value === 'string' && isBroken(value, bytes)) return 'has a userId that is no UTF-8';
    if (typeof value === 'object' && this.holdsUser(line)) {
      return 'has a list or an object as userId in a row that holds one to be deleted';
    }
    const names = [this.field, ...this.path];
    if (names.some((name) => hasTwice(row, name, line)) && this.holdsUser(line)) {
      return 'has the field of the userId twice in a row that holds one to be deleted';
    }
    return undefined;
  }

  private holdsUser(line: string): boolean {
    return wordsOf(line).some((word) => this.users.has(word));
  }

  /** A member whose name has the dots itself comes first. */
  private valueOf(row: object): unknown {
    if (Object.hasOwn(row, this.field)) return this.present(Reflect.get(row, this.field));
    let value: unknown = row;
    for (const name of this.path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
        return undefined;
      }
      value = Reflect.get(value, name);
    }
    return this.present(value);
  }

  private present(value: unknown): unknown {
    this.counts.hasField = true;
    return value === null ? undefined : value;
  }

  private isUser(value: unknown, line: string): boolean {
    if (typeof value === 'string') return this.users.has(value);
    if (typeof value !== 'number') return false;
    if (Number.isSafeInteger(value)) return this.users.has(String(value));
    // As it was written: a large number is not the same once it is read.
    const name = this.path.at(-1) ?? '';
    const escaped = JSON.stringify(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const written = line.matchAll(new RegExp(`${escaped}\\s*:\\s*(-?[0-9][0-9.eE+-]*)`, 'g'));
    return [...written].some(([, digits = '']) => this.users.has(digits));
  }
}

function parseRow(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined; // it is counted, and stays
  }
}

/** Whether a replacement character stands for bytes that are no UTF-8. */
function isBroken(text: string, bytes: Buffer): boolean {
  return text.includes('\uFFFD') && !isUtf8(bytes);
}

/** Whether an object of the row has a member of this name more than once, of which only the last is read. */
function hasTwice(row: object, name: string, line: string): boolean {
  const quoted = JSON.stringify(name);
  const first = line.indexOf(quoted);
  if (first === -1 || !line.includes(quoted, first + 1)) return false;
  const members = line.match(/"[^"\\]*(?:\\.[^"\\]*)*"\s*:/g) ?? [];
  const written = members.filter((member) => textOf(member.slice(0, -1).trim()) === name).length;
  return written > membersOf(row, name);
}

/** Members of this name, however deep. */
function membersOf(row: object, name: string): number {
  let count = 0;
  const left: unknown[] = [row];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) && Object.hasOwn(value, name)) count += 1;
    for (const each of Object.values(value) as unknown[]) left.push(each);
  }
  return count;
}

/** What could be an id in a line of whatever kind: texts in quotes, fields between separators, words. */
function wordsOf(line: string): readonly string[] {
  const quoted = line.match(/"[^"\\]*(?:\\.[^"\\]*)*"?/g) ?? [];
  const fields = line.split(/[\s,;|"'[\]{}()]+/);
  const words = line.match(/[\p{L}\p{N}_.@+-]+/gu) ?? [];
  return [...quoted.map(textOf), ...fields, ...words];
}

function textOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1).replace(/"$/, '');
  }
}

function tooLong(): UnreadableError {
  return new UnreadableError('has a line of more than 1 MiB');
}
