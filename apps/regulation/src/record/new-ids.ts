import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const RANDOM_BYTES = 16;
const DRAWN_AT_ONCE = 250;
/** Random bytes of the next ids. They are drawn together, because each call takes microseconds. */
const drawn = Buffer.alloc(DRAWN_AT_ONCE * RANDOM_BYTES);
let used = drawn.length;
/** Time and sequence number of the last id of this process. */
let last = { msecs: 0, seq: 0 };

/**
 * Returns UUIDs of version 7. Each UUID is greater than all UUIDs that the process created before.
 *
 * @param count number of ids
 * @param since earliest time of the ids in milliseconds since 1970, even if the clock is behind it
 */
export function newIds(count: number, since = 0): string[] {
  return Array.from({ length: count }, () => {
    const random = nextRandom();
    last = next(last, Math.max(Date.now(), since), random);
    return uuidv7({ random, ...last });
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

/** Returns bytes that no other id gets. They are valid until the next call. */
function nextRandom(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  return drawn.subarray(used, (used += RANDOM_BYTES));
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
