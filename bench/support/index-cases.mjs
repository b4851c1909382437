/**
 * The cases of index.bench.mjs, each in its own process:
 * `index-cases.mjs table|pauses|read|set USERS LOOKUPS FILE`. Prints the figures as JSON.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readTable } from '../../libs/suppression-index/dist/snapshot/read-table.js';
import { SuppressionTable } from '../../libs/suppression-index/dist/table/suppression-table.js';
import { writeTable } from '../../libs/suppression-index/dist/snapshot/write-table.js';

/**
 * Small, so that the strings fit in the first-level cache, like the strings of an event that was
 * just parsed.
 */
const BATCH = 200;
/** V8 allows 2^24 entries in a Set. */
const MOST_IN_A_SET = 15_000_000;
/** Workspace ids in the form of Lethe's. */
const WORKSPACES = Array.from({ length: 8 }, (_, index) => `ws_2CjKVPGcnWvKy9yh5qjTLlU${index}`);
const ALL_SOURCES = { allSources: true, sourceIds: [] };

const [name, ...rest] = process.argv.slice(2);
const [users, lookups] = rest.slice(0, 2).map(Number);
const file = rest[2];
const cases = { table, pauses, read, set };
process.stdout.write(JSON.stringify(await cases[name]()));

async function table() {
  const residentBytes = growth();
  const filled = new SuppressionTable();
  const setRate = rateOf(users, keyAt, ([workspaceId, userId]) =>
    filled.set(workspaceId, userId, ALL_SOURCES),
  );
  const lookUp = ([workspaceId, userId]) => filled.isSuppressed(workspaceId, userId, 'src_web');
  const figures = { setRate, residentBytes: residentBytes(), arrayBytes: filled.byteLength };
  Object.assign(figures, lookupRates(lookUp));
  const { ms, blockedMs } = await watched(async () => {
    const handle = await open(file, 'w');
    await writeTable(filled, '', async (chunk) => void (await handle.write(chunk)));
    await handle.sync();
    await handle.close();
  });
  return { ...figures, writeMs: ms, writeBlockedMs: blockedMs };
}

/**
 * Reads the clock for each call. The other cases read it for each batch, because a read takes a
 * third of the time of a call.
 */
function pauses() {
  const filled = new SuppressionTable();
  const longestMs = longestOf(([workspaceId, userId]) =>
    filled.set(workspaceId, userId, ALL_SOURCES),
  );
  return { longestMs };
}

async function read() {
  let size;
  const { ms, blockedMs } = await watched(async () => {
    const chunks = createReadStream(file, { highWaterMark: 2 ** 20 });
    const { table: filled } = await readTable(chunks, String);
    size = filled.size;
  });
  if (size !== users) throw new Error(`the snapshot has ${size} of ${users} users`);
  return { readMs: ms, readBlockedMs: blockedMs };
}

/**
 * Keeps `<workspaceId>:<userId>`, the key of the topic, in one Set, or in several if one cannot
 * hold all.
 */
function set() {
  const residentBytes = growth();
  const sets = Array.from({ length: Math.ceil(users / MOST_IN_A_SET) }, () => new Set());
  const setOf = (userId) => sets[userId.charCodeAt(userId.length - 1) % sets.length];
  const add = ([workspaceId, userId]) => setOf(userId).add(`${workspaceId}:${userId}`);
  const has = ([workspaceId, userId]) => setOf(userId).has(`${workspaceId}:${userId}`);
  const setRate = rateOf(users, keyAt, add);
  const figures = { setRate, residentBytes: residentBytes(), ...lookupRates(has) };
  for (const filled of sets) filled.clear();
  return { ...figures, longestMs: longestOf(add) };
}

function lookupRates(lookUp) {
  const expect = (at, share) => {
    let found = 0;
    const rate = rateOf(lookups, at, (key) => {
      if (lookUp(key)) found += 1;
    });
    if (Math.abs(found / lookups - share) > 0.01) throw new Error(`${found} of ${lookups} hits`);
    return rate;
  };
  const hit = () => keyAt(Math.floor(Math.random() * users));
  const miss = (index) => keyAt(2 ** 31 + index);
  const half = (index) => ((index * 0x9e3779b1) & 0x10000 ? hit() : miss(index));
  expect(half, 0.5); // warm-up
  return { hits: expect(hit, 1), misses: expect(miss, 0), mixed: expect(half, 0.5) };
}

/** @returns calls a second, without the time for making the keys */
function rateOf(count, at, call) {
  let ms = 0;
  for (let start = 0; start < count; start += BATCH) {
    const keys = batchOf(start, Math.min(count, start + BATCH), at);
    const startedAt = performance.now();
    for (const key of keys) call(key);
    ms += performance.now() - startedAt;
  }
  return (count / ms) * 1000;
}

function longestOf(call) {
  let longestMs = 0;
  for (let start = 0; start < users; start += BATCH) {
    for (const key of batchOf(start, Math.min(users, start + BATCH), keyAt)) {
      const startedAt = performance.now();
      call(key);
      longestMs = Math.max(longestMs, performance.now() - startedAt);
    }
  }
  return longestMs;
}

function batchOf(start, end, at) {
  return Array.from({ length: end - start }, (_, index) => at(start + index));
}

/** @returns a function that returns the growth of the resident memory since now */
function growth() {
  globalThis.gc();
  const before = process.memoryUsage.rss();
  return () => {
    globalThis.gc();
    return process.memoryUsage.rss() - before;
  };
}

/** @returns the duration of the work, and the longest time for which it blocked the event loop */
async function watched(work) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  delay.disable();
  return { ms, blockedMs: delay.max / 1e6 };
}

/** @returns a workspace id and a user id, different for each number below 2^32 */
function keyAt(number) {
  return [WORKSPACES[number & 7], userAt(number)];
}

/**
 * Returns a text like a UUID. The `Buffer` makes the string flat, like a parsed one. A concatenated
 * string would be a rope.
 */
function userAt(number) {
  const digits = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35]
    .map((factor) => (Math.imul(number, factor) >>> 0).toString(16).padStart(8, '0'))
    .join('');
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16)];
  const text = `${parts.join('-')}-${digits.slice(16, 20)}-${(number >>> 0).toString(16).padStart(12, '0')}`;
  return Buffer.from(text, 'latin1').toString('latin1');
}
