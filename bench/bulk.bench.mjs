import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { bulkInsert, prepareBulkInsert } from './baselines/bulk-insert.mjs';
import { rowsFor } from './baselines/rows.mjs';
import { drained } from './support/database.mjs';
import { watchMemory } from './support/memory.mjs';
import { ratio, target } from './support/report.mjs';
import { median, quotients, round } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';

const USERS = 10_000;
const FULL = { rounds: 20, warmUp: 3, idleMs: 5_000 };
const QUICK = { rounds: 3, warmUp: 1, idleMs: 500 };

export async function run(session) {
  const { rounds, warmUp, idleMs } = session.quick ? QUICK : FULL;
  const { client, database, gateway, regulation } = await startSystem(session);

  session.progress('memory of the first request');
  await client.create(requestOf(usersOf(1)));
  await drained(database);
  await delay(idleMs); // then `watchMemory` reads the idle memory, which it subtracts
  const watch = watchMemory({ gateway, regulation });
  await client.create(requestOf(usersOf(USERS)));
  await drained(database);
  const memory = watch.stop();

  const times = { lethe: [], raw: [] };
  await session.rounds(warmUp + rounds, async (number) => {
    const body = requestOf(usersOf(USERS));
    await drained(database);
    const { durationMs } = await client.create(body);
    const rawMs = await timeOfInsert(database);
    if (number <= warmUp) return;
    times.lethe.push(durationMs);
    times.raw.push(rawMs);
  });

  const line = (name, all) => [
    name,
    ...[median(all), Math.min(...all), Math.max(...all)].map((ms) => round(ms)),
  ];
  const memoryLine = (name) => {
    const { idle, peak, over } = memory[name];
    return [`${name}, MiB idle → peak`, `+${round(over)}`, round(idle), round(peak)];
  };
  const quotient = round(median(times.lethe) / median(times.raw), 2);
  return {
    table: [
      ['', 'median', 'minimum', 'maximum'],
      line('Lethe, ms from request to answer', times.lethe),
      line('raw bulk insert, ms', times.raw),
      ...Object.keys(memory).map(memoryLine),
    ],
    figures: { letheMs: times.lethe, rawMs: times.raw, memoryMiB: memory },
    targets: [
      ratio(
        'times as long as the raw insert',
        quotient,
        { atMost: 3 },
        quotients(times.lethe, times.raw),
      ),
      ...Object.entries(memory).map(([name, { over }]) =>
        target(`MiB over idle, ${name}`, round(over), { atMost: 150 }),
      ),
    ],
  };
}

/** Inserts into the service's tables, so that both sides work on the same state. */
async function timeOfInsert(database) {
  const [requestId, at] = [uuidv7(), new Date().toISOString()];
  const statements = prepareBulkInsert(usersOf(USERS).map((user) => rowsFor(user, requestId, at)));
  await drained(database);
  return bulkInsert(database, statements);
}

let made = 0;

/** Returns users that no earlier request had. */
function usersOf(count) {
  return Array.from({ length: count }, () => {
    made += 1;
    return { userId: `user-${made}`, email: `user-${made}@example.com` };
  });
}

function requestOf(users) {
  return Buffer.from(JSON.stringify({ regulationType: 'suppress', users }));
}
