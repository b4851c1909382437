import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const RANDOM_BYTES = 16;
const DRAWN_AT_ONCE = 250;
/** Time and sequence number of the last id of this process. */
let last = { msecs: 0, seq: 0 };

/**
 * Returns UUIDs of version 7. Each UUID is greater than all UUIDs that the process created before.
 * Gets the random bytes of all ids with one call, because the call takes longer than all other
 * steps.
 *
 * @param count number of ids
 * @param since earliest time of the ids in milliseconds since 1970, even if the clock is behind it
 */
export function newIds(count: number, since = 0): string[] {
  const random = randomBytes(count * RANDOM_BYTES);
  return Array.from({ length: count }, (_none, n) => {
    const bytes = random.subarray(n * RANDOM_BYTES, (n + 1) * RANDOM_BYTES);
    last = next(last, Math.max(Date.now(), since), bytes);
    return uuidv7({ random: bytes, ...last });
  });
}

/**
 * Yields the same kind of ids as `newIds`, but creates them in batches, because creating all ids of
 * a large request at once would take long.
 */
export function* newIdsInTurn(count: number, since = 0): Generator<string> {
  for (let left = count; left > 0; left -= DRAWN_AT_ONCE) {
    yield* newIds(Math.min(left, DRAWN_AT_ONCE), since);
  }
}

/**
 * Returns the time and the sequence number of the next id. A millisecond has up to 2^32 sequence
 * numbers. They begin at a random number in the lower half. If they run out, or the clock goes
 * back, the time in the ids is ahead of the clock.
 */
function next({ msecs, seq }: typeof last, now: number, random: Buffer): typeof last {
  if (now > msecs) return { msecs: now, seq: random.readUInt32BE(6) >>> 1 };
  return seq < 0xffffffff ? { msecs, seq: seq + 1 } : { msecs: msecs + 1, seq: 0 };
}
