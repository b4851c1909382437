import { isUtf8 } from 'node:buffer';
import type { UserSet } from '../user-set.js';
import { IdFinder, type Cost } from './id-finder.js';
import { isString, stringAt, UserPath, type UserPlace } from './locate-user.js';

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const MINUS = 0x2d;
const NULL = 0x6e;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0b, 0x0c, 0x0d]);

export interface Verdict {
  /**
   * `doubt` means that the row possibly belongs to a user, and is kept. `unreadable` means that
   * Lethe cannot decide. Lethe then does not rewrite the object.
   */
  readonly is: 'blank' | 'kept' | 'removed' | 'doubt' | 'unreadable';
  /** Whether the line is a JSON object. */
  readonly isRow: boolean;
  /** State of the userId field. `empty` means that its value is null. */
  readonly field: 'absent' | 'empty' | 'value';
  /** The users to whom the row possibly belongs. */
  readonly doubted: ReadonlySet<string>;
  /** UserId of a row that is removed. */
  readonly userId?: string;
  /** Why the line is unreadable, as the end of a sentence that begins with the object's name. */
  readonly why?: string;
}

const NO_USERS: ReadonlySet<string> = new Set();
const BLANK: Verdict = { is: 'blank', isRow: false, field: 'absent', doubted: NO_USERS };
const NO_FIELD: Verdict = { is: 'kept', isRow: true, field: 'absent', doubted: NO_USERS };
const NULL_FIELD: Verdict = { is: 'kept', isRow: true, field: 'empty', doubted: NO_USERS };
const OTHERS: Verdict = { is: 'kept', isRow: true, field: 'value', doubted: NO_USERS };
const REMOVED: Verdict = { is: 'removed', isRow: true, field: 'value', doubted: NO_USERS };

/** Decides whether rows belong to users. Compares decoded values, not the text of the JSON. */
export class RowJudge {
  private readonly path: UserPath;
  private finder: IdFinder | undefined;

  /**
   * @param field path of the userId; dots separate the names of nested objects
   * @param cost counts the work in tests
   */
  constructor(
    private readonly users: UserSet,
    field: string,
    private readonly cost: Cost = { steps: 0 },
  ) {
    this.path = new UserPath(field);
  }

  /** @param line line without its line feed */
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
        return {
          ...NO_FIELD,
          is: 'unreadable',
          why: 'has a row with a field name that is not UTF-8',
        };
      default:
        return this.unclear(row, place.kind);
    }
  }

  private scalar(row: Buffer, start: number, end: number): Verdict {
    if (isString(row, start)) {
      if (!isUtf8(row.subarray(start, end))) {
        return { ...OTHERS, is: 'unreadable', why: 'has a userId that is not UTF-8' };
      }
      const userId = stringAt(row, start, end);
      return this.users.has(userId) ? { ...REMOVED, userId } : OTHERS;
    }
    const first = row[start] ?? 0;
    if (first === NULL) return NULL_FIELD;
    if (first !== MINUS && (first < 0x30 || first > 0x39)) return OTHERS; // true or false
    const written = row.toString('latin1', start, end);
    if (this.users.has(written)) return { ...REMOVED, userId: written };
    const doubted = this.users.withValueOf(written);
    return doubted.length === 0 ? OTHERS : { ...OTHERS, is: 'doubt', doubted: new Set(doubted) };
  }

  private unclear(
    row: Buffer,
    kind: Exclude<UserPlace['kind'], 'scalar' | 'absent' | 'no-utf8'>,
  ): Verdict {
    const isRow = kind !== 'no-row';
    const verdict = { isRow, field: isRow ? 'value' : 'absent', doubted: NO_USERS } as const;
    if (!isUtf8(row)) {
      const why = isRow
        ? 'has a row that is not UTF-8 and does not name its user clearly'
        : 'has a line that is neither JSON nor UTF-8';
      return { ...verdict, is: 'unreadable', why };
    }
    this.finder ??= new IdFinder(this.users, (value) => this.users.withValue(value), this.cost);
    const text = row.toString();
    const doubted = this.finder.find(text);
    // In UTF-16, every second byte of an ASCII text is zero. So the text is also searched without
    // its zero bytes.
    const wide = text.includes('\0') ? this.finder.find(text.replaceAll('\0', '')) : [];
    for (const user of wide) doubted.add(user);
    return doubted.size === 0 ? { ...verdict, is: 'kept' } : { ...verdict, is: 'doubt', doubted };
  }
}

function isBlank(row: Buffer): boolean {
  for (const byte of row) if (!BLANKS.has(byte)) return false;
  return true;
}
