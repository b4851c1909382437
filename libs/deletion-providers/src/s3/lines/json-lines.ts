import { archiveOf, bulkRequestOf } from './archives.js';
import { RowJudge, type Verdict } from './row-judge.js';
import { noRows } from '../row-counts.js';
import { UnreadableError } from '../unreadable-error.js';
import type { UserSet } from '../user-set.js';

/** Longest line that is read; a longer one is taken for something else than JSON Lines. */
const MOST_LINE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;
const OPEN_ARRAY = 0x5b;

/** Removes the lines of users; all other bytes stay unchanged. */
export class JsonLines {
  readonly counts = noRows();
  private readonly judge: RowJudge;
  private isFirst = true;
  private isArray = false;
  /** Of what is no JSON Lines, or a row of which nothing can be said. */
  private problem: string | undefined;
  private rest: Buffer[] = [];
  private restBytes = 0;

  /** @param field name of the userId; dots lead into nested objects */
  constructor(users: UserSet, field: string) {
    this.judge = new RowJudge(users, field);
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
   * Whether it was JSON Lines at all.
   *
   * @throws UnreadableError where it was something else, or could be
   */
  check(): void {
    const { rows, malformed } = this.counts;
    if (this.isArray) throw new UnreadableError('is a JSON array, not JSON Lines');
    if (malformed > rows) {
      throw new UnreadableError('is neither JSON Lines (gzip or not) nor Parquet');
    }
    if (this.problem !== undefined) throw new UnreadableError(this.problem);
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
    if (this.isFirst) this.first(line, verdict);
    this.isFirst = false;
    this.count(verdict);
    return verdict.is === 'removed';
  }

  /** What the object is, if it is more than its rows. */
  private first(line: Buffer, { isRow, field }: Verdict): void {
    this.isArray = !isRow && firstByteOf(line) === OPEN_ARRAY;
    if (!isRow) this.problem = archiveOf(line);
    else if (field === 'absent') this.problem = bulkRequestOf(line);
  }

  private count({ is, isRow, field, doubted, why }: Verdict): void {
    const { counts } = this;
    if (isRow) counts.rows += 1;
    else counts.malformed += 1;
    if (field !== 'absent') counts.hasField = true;
    if (field === 'value') counts.withField += 1;
    if (is === 'removed') counts.removed += 1;
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
