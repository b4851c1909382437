import { setTimeout as delay } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { bulkInsert, prepareBulkInsert } from './baselines/bulk-insert.mjs';
import { rowsFor } from './baselines/rows.mjs';
import { drained } from './support/drained.mjs';
import { HttpClient } from './support/http-client.mjs';
import { watchMemory } from './support/memory.mjs';
import { target } from './support/report.mjs';
import { median, round } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';

export const title = 'one request with 10,000 users, against a raw bulk insert of the same rows';

const USERS = 10_000;
const FULL = { rounds: 20, warmUp: 3, idleMs: 5_000 };
const QUICK = { rounds: 3, warmUp: 1, idleMs: 500 };

export async function run(session) {
  const { rounds, warmUp, idleMs } = session.quick ? QUICK : FULL;
  const system = await startSystem(session);
  const client = new HttpClient(system.gateway.url);
  session.defer(() => client.close());

  session.progress('memory of the first request');
  await client.create(requestOf(usersOf(1)));
  await drained(system.database);
  await delay(idleMs); // the memory of this idle time is subtracted
  const memory = await memoryDuring(system, async () => {
    await client.create(requestOf(usersOf(USERS)));
    await drained(system.database);
  });

  const times = { lethe: [], raw: [] };
  for (let number = 1; number <= warmUp + rounds; number += 1) {
    session.progress(number > warmUp ? `round ${number - warmUp} of ${rounds}` : 'warming up');
    const lethe = await timeOfRequest(client, system);
    const raw = await timeOfInsert(system);
    if (number > warmUp) {
      times.lethe.push(lethe);
      times.raw.push(raw);
    }
  }

  const [ours, theirs] = [median(times.lethe), median(times.raw)];
  const { gateway, regulation } = memory;
  const line = (name, all) => [
    name,
    round(median(all)),
    round(Math.min(...all)),
    round(Math.max(...all)),
  ];
  return {
    table: [
      ['', 'median', 'least', 'most'],
      line('Lethe, ms from request to answer', times.lethe),
      line('raw bulk insert, ms', times.raw),
      ['gateway, MiB idle → peak', ...memoryCells(gateway)],
      ['regulation, MiB idle → peak', ...memoryCells(regulation)],
    ],
    figures: { letheMs: times.lethe, rawMs: times.raw, memoryMiB: memory },
    targets: [
      target('times as long as the raw insert', round(ours / theirs, 2), { atMost: 3 }),
      target('MiB over idle, gateway', round(gateway.peak - gateway.idle), { atMost: 150 }),
      target('MiB over idle, regulation', round(regulation.peak - regulation.idle), {
        atMost: 150,
      }),
    ],
  };
}

function memoryCells({ idle, peak }) {
  return [`+${round(peak - idle)}`, round(idle), round(peak)];
}

/** Peak memory until what the request created is published too. */
async function memoryDuring({ gateway, regulation }, work) {
  const watches = { gateway: watchMemory(gateway.pid), regulation: watchMemory(regulation.pid) };
  await work();
  return Object.fromEntries(
    Object.entries(watches).map(([name, { idle, stop }]) => [name, { idle, peak: stop() }]),
  );
}

async function timeOfRequest(client, { database }) {
  const body = requestOf(usersOf(USERS));
  await drained(database);
  return (await client.create(body)).durationMs;
}

/** Into the service's own tables, on a connection like the service's, so that both sides work on the same state. */
async function timeOfInsert({ database }) {
  const [requestId, at] = [uuidv7(), new Date().toISOString()];
  const statements = prepareBulkInsert(usersOf(USERS).map((user) => rowsFor(user, requestId, at)));
  await drained(database);
  return bulkInsert(database, statements);
}

let made = 0;

/** Users that were never there before. */
function usersOf(count) {
  return Array.from({ length: count }, () => {
    made += 1;
    return { userId: `user-${made}`, email: `user-${made}@example.com` };
  });
}

function requestOf(users) {
  return Buffer.from(JSON.stringify({ regulationType: 'suppress', users }));
}
