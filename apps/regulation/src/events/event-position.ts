/**
 * Position of a reader. It contains a snapshot of the database, which records for each transaction
 * whether it had ended. The reader has seen the events of all transactions that are committed
 * according to the snapshot. So a reader misses no transaction that commits late, and waits for no
 * open transaction.
 */
export interface EventPosition {
  /** Hash of `DATABASE_IDENTITY`. Transaction ids of another database have no meaning here. */
  readonly database: string;
  /** Time of the snapshot by the database's clock, in milliseconds since 1970. */
  readonly at: number;
  /** Snapshot that the reader has seen, in the text form of `pg_snapshot`. */
  readonly seen: string;
  /**
   * Position between two pages. Of the events that are in the snapshot `until` and not in `seen`,
   * the reader has also seen those up to the id `after`.
   */
  readonly within?: { readonly until: string; readonly after: string };
}

/**
 * Maximum length of a position. A position grows with the number of open transactions, because a
 * snapshot lists each of them.
 */
const MOST_LENGTH = 8_000;
const POSITION =
  /^([0-9a-f]{8})\.([0-9a-z]{1,10})\.([0-9a-z-]+)(?:\.([0-9a-z-]+)\.([0-9a-z]{1,13}))?$/;
const NUMBERS = /^[0-9a-z]{1,13}(?:-[0-9a-z]{1,13})+$/;

/** Returns a text for a header. Callers send the text back unchanged. */
export function encodePosition({ database, at, seen, within }: EventPosition): string {
  const parts = [database, at.toString(36), encodeSnapshot(seen)];
  if (within !== undefined) {
    parts.push(encodeSnapshot(within.until), BigInt(within.after).toString(36));
  }
  return parts.join('.');
}

/** @returns undefined for a text that `encodePosition` did not make */
export function decodePosition(text: string): EventPosition | undefined {
  const match = text.length <= MOST_LENGTH ? POSITION.exec(text) : null;
  const [, database, at, seenText, untilText, after] = match ?? [];
  if (database === undefined || at === undefined || seenText === undefined) return undefined;
  const seen = decodeSnapshot(seenText);
  if (seen === undefined) return undefined;
  const position = { database, at: Number.parseInt(at, 36), seen };
  if (untilText === undefined || after === undefined) return position;
  const until = decodeSnapshot(untilText);
  const last = parse(after);
  if (until === undefined || last === undefined) return undefined;
  return { ...position, within: { until, after: String(last) } };
}

/**
 * Encodes a snapshot in base 36: its first number, and the distances of the other numbers from it.
 */
function encodeSnapshot(snapshot: string): string {
  const [first = 0n, ...others] = snapshot
    .split(/[:,]/)
    .filter((part) => part !== '')
    .map((part) => BigInt(part));
  return [first, ...others.map((other) => other - first)].map((n) => n.toString(36)).join('-');
}

function decodeSnapshot(text: string): string | undefined {
  if (!NUMBERS.test(text)) return undefined;
  const numbers = text.split('-').map(parse);
  const [first, width, ...open] = numbers;
  if (first === undefined || width === undefined || numbers.includes(undefined)) return undefined;
  const running = open.map((distance = 0n) => first + distance);
  const end = first + width;
  const isInOrder = running.every(
    (one, index) => one < end && one >= (running[index - 1] ?? first),
  );
  return isInOrder && first > 0n && end < LIMIT
    ? `${first}:${end}:${running.join(',')}`
    : undefined;
}

/** Upper bound of transaction ids and event ids. */
const LIMIT = 2n ** 63n;

function parse(text: string): bigint | undefined {
  let value = 0n;
  for (const digit of text) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  return value < LIMIT ? value : undefined;
}
