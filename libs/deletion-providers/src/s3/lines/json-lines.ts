import { archiveOf, bulkRequestOf } from './archives.js';
import { RowJudge, type Verdict } from './row-judge.js';
import { countRemoved, noRows } from '../row-counts.js';
import { UnreadableError } from '../unreadable-error.js';
import type { UserSet } from '../user-set.js';

/** Maximum bytes of a line. Lethe does not rewrite an object with a longer line. */
const MOST_LINE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;
const OPEN_ARRAY = 0x5b;

/** Removes the lines of users, and changes no other bytes. */
export class JsonLines {
  readonly counts = noRows();
  private readonly judge: RowJudge;
  private isFirst = true;
  private isArray = false;
  /** Why Lethe cannot rewrite the object. */
  private problem: string | undefined;
  private partialLine: Buffer[] = [];
  private partialBytes = 0;

  /** @param field path of the userId; dots separate the names of nested objects */
  constructor(users: UserSet, field: string) {
    this.judge = new RowJudge(users, field);
  }

  /**
   * @returns the kept lines that end in this chunk
   * @throws UnreadableError if a line is too long
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

  /** Returns the last line if it has no line feed and is kept. */
  finish(): readonly Buffer[] {
    return this.filter(this.take(Buffer.alloc(0)));
  }

  /**
   * Checks after `finish()` that the object was JSON Lines.
   *
   * @throws UnreadableError if the object has another format or an unreadable row
   */
  check(): void {
    const { rows, malformed } = this.counts;
    if (this.isArray) throw new UnreadableError('is a JSON array, not JSON Lines');
    if (malformed > rows) {
      throw new UnreadableError('is neither JSON Lines (plain or gzip) nor Parquet');
    }
    if (this.problem !== undefined) throw new UnreadableError(this.problem);
  }

  private take(chunk: Buffer): Buffer {
    if (this.partialLine.length === 0) return chunk;
    const data = Buffer.concat([...this.partialLine, chunk]);
    this.partialLine = [];
    this.partialBytes = 0;
    return data;
  }

  private keepForNext(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.partialBytes += chunk.length;
    if (this.partialBytes > MOST_LINE_BYTES) {
      throw tooLong();
    }
    this.partialLine.push(chunk);
  }

  private filter(data: Buffer): readonly Buffer[] {
    const kept: Buffer[] = [];
    let keptFrom = 0;
    for (let start = 0; start < data.length;) {
      const feed = data.indexOf(LINE_FEED, start);
      const end = feed === -1 ? data.length : feed + 1;
      if (end - start > MOST_LINE_BYTES) throw tooLong();
      if (this.isToGo(data.subarray(start, feed === -1 ? end : feed))) {
        if (keptFrom < start) kept.push(data.subarray(keptFrom, start));
        keptFrom = end;
      }
      start = end;
    }
    if (keptFrom < data.length) kept.push(data.subarray(keptFrom));
    return kept;
  }

  private isToGo(line: Buffer): boolean {
    const verdict = this.judge.judge(line);
    if (verdict.is === 'blank') return false;
    if (this.isFirst) this.checkFirstLine(line, verdict);
    this.isFirst = false;
    this.count(verdict);
    return verdict.is === 'removed';
  }

  /** Recognizes JSON arrays, archives and bulk requests by their first line. */
  private checkFirstLine(line: Buffer, { isRow, field }: Verdict): void {
    this.isArray = !isRow && firstByteOf(line) === OPEN_ARRAY;
    if (!isRow) this.problem = archiveOf(line);
    else if (field === 'absent') this.problem = bulkRequestOf(line);
  }

  private count({ is, isRow, field, doubted, userId = '', why }: Verdict): void {
    const { counts } = this;
    if (isRow) counts.rows += 1;
    else counts.malformed += 1;
    if (field !== 'absent') counts.hasField = true;
    if (field === 'value') counts.withField += 1;
    if (is === 'removed') countRemoved(counts, userId);
    if (is === 'unreadable') this.problem ??= why;
    if (is !== 'doubt') return;
    counts.doubtful += 1;
    for (const user of doubted) counts.doubted.add(user);
  }
}

function firstByteOf(line: Buffer): number | undefined {
  return line.find((byte) => byte > 0x20 && byte < 0x80);
}

function tooLong(): UnreadableError {
  return new UnreadableError('has a line of more than 1 MiB');
}
