/**
 * How far a reader of events is: it has seen what was committed when a snapshot of the database was taken. A snapshot says of each
 * transaction whether it had ended, so nothing is passed over that commits late, and nobody waits for a transaction that stays open.
 */
export interface EventPosition {
  /** Which database, see `DATABASE_IDENTITY`: transaction ids of another one mean something else. */
  readonly database: string;
  /** When the snapshot was taken, by the database's clock, in milliseconds since 1970. */
  readonly at: number;
  /** As PostgreSQL writes a `pg_snapshot`. */
  readonly seen: string;
  /** In the middle of what a later snapshot has more than `seen`: read up to this event. */
  readonly within?: { readonly until: string; readonly after: string };
}

/** Characters of a text that may be a position: a snapshot names each transaction that is open. */
const MOST_LENGTH = 8_000;
const POSITION =
  /^([0-9a-f]{8})\.([0-9a-z]{1,10})\.([0-9a-z-]+)(?:\.([0-9a-z-]+)\.([0-9a-z]{1,13}))?$/;
const NUMBERS = /^[0-9a-z]{1,13}(?:-[0-9a-z]{1,13})+$/;

/** @returns text for a header: callers hand it back as it is */
export function encodePosition({ database, at, seen, within }: EventPosition): string {
  const parts = [database, at.toString(36), encodeSnapshot(seen)];
  if (within !== undefined) {
    parts.push(encodeSnapshot(within.until), BigInt(within.after).toString(36));
  }
  return parts.join('.');
}

/** @returns undefined for a text that no `encodePosition` has made */
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

/** `xmin:xmax:xip,…` as the first number and each one's distance from it, in base 36. */
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

/** Transaction ids and ids of events are below it. */
const LIMIT = 2n ** 63n;

function parse(text: string): bigint | undefined {
  let value = 0n;
  for (const digit of text) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  return value < LIMIT ? value : undefined;
}
