import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const RANDOM_BYTES = 16;
const DRAWN_AT_ONCE = 250;
/** The last one of this process. */
let last = { msecs: 0, seq: 0 };

/**
 * Makes UUIDs of version 7, each behind all before it. Random bytes are drawn for all of them at once: a draw takes longer than the rest.
 *
 * @param count how many
 * @param since milliseconds since 1970 that none of them is before, whatever the clock does in between
 */
export function newIds(count: number, since = 0): string[] {
  const random = randomBytes(count * RANDOM_BYTES);
  return Array.from({ length: count }, (_none, n) => {
    const bytes = random.subarray(n * RANDOM_BYTES, (n + 1) * RANDOM_BYTES);
    last = next(last, Math.max(Date.now(), since), bytes);
    return uuidv7({ random: bytes, ...last });
  });
}

/** The same one after another, drawn by the hundreds: ids of all users of a large request would take long at once. */
export function* newIdsInTurn(count: number, since = 0): Generator<string> {
  for (let left = count; left > 0; left -= DRAWN_AT_ONCE) {
    yield* newIds(Math.min(left, DRAWN_AT_ONCE), since);
  }
}

/** A millisecond has 2^32 of them, and begins somewhere in the lower half; when they are used up, or the clock goes back, the time is ahead of the clock. */
function next({ msecs, seq }: typeof last, now: number, random: Buffer): typeof last {
  if (now > msecs) return { msecs: now, seq: random.readUInt32BE(6) >>> 1 };
  return seq < 0xffffffff ? { msecs, seq: seq + 1 } : { msecs: msecs + 1, seq: 0 };
}
