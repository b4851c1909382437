import { isUtf8 } from 'node:buffer';
import type { UserSet } from '../user-set.js';
import { IdFinder, type Cost } from './id-finder.js';
import { isString, stringAt, UserPath, type UserPlace } from './locate-user.js';

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const MINUS = 0x2d;
const NULL = 0x6e;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0b, 0x0c, 0x0d]);

/** What is said of a row. */
export interface Verdict {
  /** `blank`: nothing but blanks; `doubt`: it may be a user's, and stays; `unreadable`: nothing can be said of it. */
  readonly is: 'blank' | 'kept' | 'removed' | 'doubt' | 'unreadable';
  readonly isRow: boolean;
  /** Whether the field is there: `value` with something in it. */
  readonly field: 'absent' | 'empty' | 'value';
  /** The users whose row it may be. */
  readonly doubted: ReadonlySet<string>;
  /** Why it is unreadable. The text goes on after the object's name. */
  readonly why?: string;
}

const NOBODY: ReadonlySet<string> = new Set();
const BLANK: Verdict = { is: 'blank', isRow: false, field: 'absent', doubted: NOBODY };
const NO_FIELD: Verdict = { is: 'kept', isRow: true, field: 'absent', doubted: NOBODY };
const NULL_FIELD: Verdict = { is: 'kept', isRow: true, field: 'empty', doubted: NOBODY };
const ANOTHER: Verdict = { is: 'kept', isRow: true, field: 'value', doubted: NOBODY };
const REMOVED: Verdict = { is: 'removed', isRow: true, field: 'value', doubted: NOBODY };

/** Says of rows whether they are users'. Decides by values, never by how a text looks. */
export class RowJudge {
  private readonly path: UserPath;
  private finder: IdFinder | undefined;

  /**
   * @param field name of the userId; dots lead into nested objects
   * @param cost is added to, for tests of what rows cost
   */
  constructor(
    private readonly users: UserSet,
    field: string,
    private readonly cost: Cost = { steps: 0 },
  ) {
    this.path = new UserPath(field);
  }

  /** @param line without its line feed */
  judge(line: Buffer): Verdict {
    this.cost.steps += line.length;
    const row = line.subarray(0, 3).equals(BYTE_ORDER_MARK) ? line.subarray(3) : line;
    if (isBlank(row)) return BLANK;
    const place = this.path.locate(row);
    switch (place.kind) {
      case 'scalar':
        return this.scalar(row, place.start, place.end);
      case 'absent':
        return NO_FIELD;
      case 'no-utf8':
        return { ...NO_FIELD, is: 'unreadable', why: 'has a row with a name that is no UTF-8' };
      default:
        return this.unclear(row, place.kind);
    }
  }

  private scalar(row: Buffer, start: number, end: number): Verdict {
    if (isString(row, start)) {
      if (!isUtf8(row.subarray(start, end))) {
        return { ...ANOTHER, is: 'unreadable', why: 'has a userId that is no UTF-8' };
      }
      return this.users.has(stringAt(row, start, end)) ? REMOVED : ANOTHER;
    }
    const first = row[start] ?? 0;
    if (first === NULL) return NULL_FIELD;
    if (first !== MINUS && (first < 0x30 || first > 0x39)) return ANOTHER; // true or false
    const written = row.toString('latin1', start, end);
    if (this.users.has(written)) return REMOVED;
    const doubted = this.users.withValueOf(written);
    return doubted.length === 0 ? ANOTHER : { ...ANOTHER, is: 'doubt', doubted: new Set(doubted) };
  }

  private unclear(
    row: Buffer,
    kind: Exclude<UserPlace['kind'], 'scalar' | 'absent' | 'no-utf8'>,
  ): Verdict {
    const isRow = kind !== 'no-row';
    const verdict = { isRow, field: isRow ? 'value' : 'absent', doubted: NOBODY } as const;
    if (!isUtf8(row)) {
      const why = isRow
        ? 'has a row that is no UTF-8 and does not say clearly whose it is'
        : 'has a line that is neither JSON nor UTF-8';
      return { ...verdict, is: 'unreadable', why };
    }
    this.finder ??= new IdFinder(this.users, (value) => this.users.withValue(value), this.cost);
    const text = row.toString();
    const doubted = this.finder.find(text);
    // Each second byte is zero where a line was written in UTF-16.
    const wide = text.includes('\0') ? this.finder.find(text.replaceAll('\0', '')) : [];
    for (const user of wide) doubted.add(user);
    return doubted.size === 0 ? { ...verdict, is: 'kept' } : { ...verdict, is: 'doubt', doubted };
  }
}

function isBlank(row: Buffer): boolean {
  for (const byte of row) if (!BLANKS.has(byte)) return false;
  return true;
}
