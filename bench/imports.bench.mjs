import { once } from 'node:events';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { followTopic } from '@lethe/messaging';
import { cpuSecondsOfFamily } from './support/cpu.mjs';
import { drained } from './support/database.mjs';
import { authorization, call, HttpClient, suppressionOf } from './support/http-client.mjs';
import { kafkaOf, SUPPRESSIONS } from './support/kafka.mjs';
import { watchMemory } from './support/memory.mjs';
import { ratio, target } from './support/report.mjs';
import { median, percentile, round } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';
import { benchWorkspace, OTHER_TOKEN, TOKEN, workspaceOf } from './support/workspace.mjs';

const FULL = { users: 1_000_000, alone: 100 };
const QUICK = { users: 20_000, alone: 20 };
const OTHER = 'ws_other';
/** Number of rows in one write to the connection. */
const ROWS = 5_000;

/** @param session its `rows`, if set, is the number of users in the file */
export async function run(session) {
  const size = session.quick ? QUICK : FULL;
  const users = session.rows ?? size.users;
  const file = { workspaces: [benchWorkspace(), workspaceOf(OTHER, OTHER_TOKEN)] };
  const { gateway, regulation, postgres, kafka, ...system } = await startSystem(session, { file });
  const { database, brokers } = system;
  const other = new HttpClient(gateway.url, authorization(OTHER_TOKEN));
  session.defer(() => other.close());
  await other.create(suppressionOf('warm'));
  await drained(database);
  const arrivals = await followSuppressions(session, brokers);
  const alone = await createsOf(other, arrivals, 'alone', (n) => n < size.alone);
  await drained(database);

  const cpu = watchCpu({ gateway, regulation, postgres, kafka });
  const watch = watchMemory({ gateway, regulation });
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  let record = { state: 'uploading' };
  const isUnderWay = () => record.state === 'uploading' || record.state === 'running';
  const besideIt = createsOf(other, arrivals, 'beside', isUnderWay);
  besideIt.catch(() => undefined); // `await besideIt` below throws this error
  session.progress('uploading');
  const { id } = await upload(gateway.url, users);
  const uploadSeconds = seconds();
  let outbox = 0;
  do {
    await delay(500);
    const answer = await call(gateway.url, { method: 'GET', path: `/v2/imports/${id}` });
    record = JSON.parse(String(answer.bytes));
    const { rows } = await database.query('select count(*)::int as n from regulation.outbox');
    outbox = Math.max(outbox, rows[0].n);
    session.progress(`${record.percentage} %, ${record.created} created`);
  } while (isUnderWay());
  const importSeconds = seconds();
  if (record.created !== users) throw new Error(`not all were created: ${JSON.stringify(record)}`);
  const beside = await besideIt;
  session.progress('waiting until all records are published');
  await drained(database);
  const publishedSeconds = seconds();
  const used = cpu.stop();
  const memory = watch.stop();
  const p95 = (times) => percentile(times, 0.95);
  const times = round(p95(beside.createMs) / p95(alone.createMs));
  const row = (name, all) => [name, round(median(all)), round(p95(all))];
  const memoryRow = (name) => {
    const { idle, peak } = memory[name];
    return [`MiB, ${name}, idle → peak`, `${round(idle)} → ${round(peak)}`, ''];
  };
  const over = (name, atMost) =>
    target(`MiB over idle, ${name}`, round(memory[name].over), { atMost });
  return {
    table: [
      ['', 'seconds', ''],
      ['until the file is uploaded', round(uploadSeconds), ''],
      ['until the import is done', round(importSeconds), ''],
      ['until all records are published', round(publishedSeconds), ''],
      ['users a second', Math.round(users / importSeconds), ''],
      ['facts that wait for the relay, maximum', outbox, ''],
      ['', '', ''],
      ['CPU seconds', 'all', 'per 100,000'],
      ...Object.entries(used).map(([name, s]) => [name, round(s), round((s / users) * 100_000)]),
      ['', '', ''],
      memoryRow('gateway'),
      memoryRow('regulation'),
      ['', '', ''],
      ["another workspace's creates, ms", 'median', 'p95'],
      row('answer, alone', alone.createMs),
      row('answer, during the import', beside.createMs),
      row('record, alone', alone.recordMs),
      row('record, during the import', beside.recordMs),
    ],
    figures: {
      ...{ uploadSeconds, importSeconds, publishedSeconds, cpu: used, memoryMiB: memory, outbox },
      ...{ alone, beside },
    },
    targets: [
      target('seconds until the import is done', round(importSeconds), { atMost: 120 }),
      ratio("another workspace's creates: p95 during the import ÷ alone", times, { atMost: 3 }),
      over('gateway', 100),
      over('regulation', 200),
    ],
  };
}

/**
 * @param processes each with a `pid`
 * @returns `stop()`, which returns the CPU seconds since now of each process, and of this process
 */
function watchCpu(processes) {
  const read = () => {
    const { user, system } = process.cpuUsage();
    const all = Object.entries(processes).map(([name, { pid }]) => [name, cpuSecondsOfFamily(pid)]);
    return [...all, ['benchmark', (user + system) / 1e6]];
  };
  /** @type {Record<string, any>} */
  const before = Object.fromEntries(read());
  return {
    stop: () =>
      Object.fromEntries(read().map(([name, seconds]) => [name, Number(seconds) - before[name]])),
  };
}

/**
 * Creates regulations one after another, with pauses.
 *
 * @returns milliseconds from each request to its answer, and to its record on the topic
 */
async function createsOf(client, arrivals, name, goesOn) {
  const createMs = [];
  const records = [];
  for (let n = 0; goesOn(n); n += 1) {
    const userId = `${name}-${n}`;
    const sentAt = performance.now();
    records.push(arrivals.expect(`${OTHER}:${userId}`).then((at) => at - sentAt));
    createMs.push((await client.create(suppressionOf(userId))).durationMs);
    await delay(100 + Math.random() * 100); // random, so that no timer is in step with the requests
  }
  return { createMs, recordMs: await Promise.all(records) };
}

/** Reads only the key of each record, because keeping all records would need too much memory. */
async function followSuppressions(session, brokers) {
  const waiting = new Map();
  const stopping = new AbortController();
  let isReading;
  const begun = new Promise((resolve) => (isReading = resolve));
  const following = followTopic(kafkaOf(brokers), {
    topic: SUPPRESSIONS,
    signal: stopping.signal,
    onBegin: () => new Map(),
    onRecord: (_partition, record) => {
      const key = record.key?.toString('latin1') ?? '';
      waiting.get(key)?.(performance.now());
      waiting.delete(key);
    },
    onProgress: () => isReading(),
  });
  session.defer(async () => {
    stopping.abort();
    await following.catch(() => undefined);
  });
  await Promise.race([begun, following]);
  const failed = following.then(() => new Promise(() => undefined));
  return {
    expect: (key) => Promise.race([new Promise((resolve) => waiting.set(key, resolve)), failed]),
  };
}

/** Generates the file while sending it, so that no process has all of it in memory. */
async function upload(url, users) {
  const headers = { ...authorization(TOKEN), 'content-type': 'text/csv' };
  const path = '/v2/imports?regulationType=suppress';
  const sent = request(`${url}${path}`, { method: 'POST', headers });
  const answered = once(sent, 'response');
  const [[answer]] = await Promise.all([answered, pipeline(linesOf(users), sent)]);
  const body = Buffer.concat(await answer.toArray());
  if (answer.statusCode !== 201) throw new Error(`${path}: ${answer.statusCode} ${body}`);
  return JSON.parse(String(body));
}

function* linesOf(users) {
  yield 'userId,email,phone\n';
  for (let made = 0; made < users; made += ROWS) {
    const length = Math.min(ROWS, users - made);
    yield Array.from({ length }, (_none, n) => rowOf(made + n)).join('');
  }
}

function rowOf(n) {
  return `customer-${n},customer-${n}@example.com,+4930${String(n).padStart(8, '0')}\n`;
}
