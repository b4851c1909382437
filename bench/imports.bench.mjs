import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { TOPICS, topicName } from '@lethe/contracts';
import { createKafka, followTopic } from '@lethe/messaging';
import { cpuSecondsOfFamily } from './support/cpu.mjs';
import { drained } from './support/drained.mjs';
import { HttpClient } from './support/http-client.mjs';
import { watchMemory } from './support/memory.mjs';
import { target } from './support/report.mjs';
import { median, percentile, round } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';
import { TOKEN, TOPIC_PREFIX, WORKSPACE_FILE } from './support/workspace.mjs';

export const title = "a file of 1,000,000 users, and another workspace's creates beside it";

const FULL = { users: 1_000_000 };
const QUICK = { users: 20_000 };
const OTHER = 'ws_other';
const OTHER_TOKEN = 'lth_other_0123456789abcdefghijkl';
const WORKSPACES = {
  workspaces: [
    ...WORKSPACE_FILE.workspaces,
    {
      id: OTHER,
      name: 'Other',
      tokens: [{ name: 'other', email: 'other@example.com', token: OTHER_TOKEN, role: 'admin' }],
    },
  ],
};
/** Rows that are written to the connection at once. */
const ROWS = 5_000;

/** @param session `rows`: users of the file, instead of the usual number */
export async function run(session) {
  const users = session.rows ?? (session.quick ? QUICK : FULL).users;
  const system = await startSystem(session, { workspaces: WORKSPACES });
  const other = new HttpClient(system.gateway.url, OTHER_TOKEN);
  session.defer(() => other.close());
  await other.create(bodyOf('warm'));
  await drained(system.database);
  const arrivals = await followSuppressions(session, system.brokers);
  const alone = await createsOf(other, arrivals, 'alone', (n) => n < 100);
  await drained(system.database);

  const { gateway, regulation, postgres, kafka } = system;
  const cpu = watchCpu({ gateway, regulation, postgres, kafka });
  const watches = map({ gateway, regulation }, ({ pid }) => watchMemory(pid));
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  let record = { state: 'uploading' };
  const isUnderWay = () => record.state === 'uploading' || record.state === 'running';
  const besideIt = createsOf(other, arrivals, 'beside', isUnderWay);
  besideIt.catch(() => undefined); // thrown below, unless the import fails before
  session.progress('uploading');
  const { id } = await upload(gateway.url, users);
  const uploadSeconds = seconds();
  let outbox = 0;
  do {
    await delay(500);
    record = await getImport(gateway.url, id);
    const { rows } = await system.database.query(
      'select count(*)::int as n from regulation.outbox',
    );
    outbox = Math.max(outbox, rows[0].n);
    session.progress(`${record.percentage} %, ${record.created} created`);
  } while (isUnderWay());
  const importSeconds = seconds();
  if (record.created !== users)
    throw new Error(`created ${record.created}: ${JSON.stringify(record)}`);
  const beside = await besideIt;
  session.progress('until all is published');
  await drained(system.database);
  const publishedSeconds = seconds();
  const used = cpu.stop();
  const memory = map(watches, ({ idle, stop }) => ({ idle, peak: stop() }));
  const p95 = (times) => percentile(times, 0.95);
  const times = (kind) => p95(beside[kind]) / p95(alone[kind]);
  const row = (name, kind, of) => [
    name,
    ...[median(of[kind]), p95(of[kind])].map((ms) => round(ms)),
  ];
  const mebibytes = ({ idle, peak }) => `${round(idle)} → ${round(peak)}`;
  return {
    table: [
      ['', 'seconds', ''],
      ['until the file is there', round(uploadSeconds), ''],
      ['until all is done', round(importSeconds), ''],
      ['until all is published, too', round(publishedSeconds), ''],
      ['users a second', Math.round(users / importSeconds), ''],
      ['facts that waited for the relay, most', outbox, ''],
      ['', '', ''],
      ['processor seconds', 'all', 'per 100,000'],
      ...Object.entries(used).map(([name, s]) => [name, round(s), round((s / users) * 100_000)]),
      ['', '', ''],
      ['MiB, gateway, idle → peak', mebibytes(memory.gateway), ''],
      ['MiB, regulation, idle → peak', mebibytes(memory.regulation), ''],
      ['', '', ''],
      ["another workspace's creates, ms", 'median', 'p95'],
      row('answer, alone', 'createMs', alone),
      row('answer, beside it', 'createMs', beside),
      row('record, alone', 'recordMs', alone),
      row('record, beside it', 'recordMs', beside),
    ],
    figures: {
      ...{ uploadSeconds, importSeconds, publishedSeconds, cpu: used, memoryMiB: memory, outbox },
      ...{ alone, beside },
    },
    targets: [
      target('seconds until all is done', round(importSeconds), { atMost: 120 }),
      target("another's creates beside it, p95, times alone", round(times('createMs')), {
        atMost: 3,
      }),
      target('MiB over idle, gateway', round(memory.gateway.peak - memory.gateway.idle), {
        atMost: 100,
      }),
      target('MiB over idle, regulation', round(memory.regulation.peak - memory.regulation.idle), {
        atMost: 200,
      }),
    ],
  };
}

function map(all, of) {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, of(one, name)]));
}

/** @param processes with a `pid` each @returns `stop()` for the processor seconds of each since, and our own */
function watchCpu(processes) {
  const read = () => {
    const { user, system } = process.cpuUsage();
    const own = { 'this program': (user + system) / 1e6 };
    return { ...map(processes, ({ pid }) => cpuSecondsOfFamily(pid)), ...own };
  };
  const before = read();
  return { stop: () => map(read(), (seconds, name) => seconds - before[name]) };
}

/**
 * One after the other, with pauses.
 *
 * @returns milliseconds: from the sending of each to its answer, and to its record on the topic
 */
async function createsOf(client, arrivals, name, goesOn) {
  const createMs = [];
  const records = [];
  for (let n = 0; goesOn(n); n += 1) {
    const userId = `${name}-${n}`;
    const sentAt = performance.now();
    records.push(arrivals.expect(`${OTHER}:${userId}`).then((at) => at - sentAt));
    createMs.push((await client.create(bodyOf(userId))).durationMs);
    await delay(100 + Math.random() * 100); // in step with nothing
  }
  return { createMs, recordMs: await Promise.all(records) };
}

/** Of all that is published, too much for a consumer that holds each record: the cursor is only asked for keys. */
async function followSuppressions(session, brokers) {
  const waiting = new Map();
  const stopping = new AbortController();
  let isReading;
  const begun = new Promise((resolve) => (isReading = resolve));
  const following = followTopic(createKafka({ brokers: [brokers], clientId: 'bench' }), {
    topic: topicName(TOPIC_PREFIX, TOPICS.suppressions),
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

function bodyOf(userId) {
  return Buffer.from(JSON.stringify({ regulationType: 'suppress', users: [{ userId }] }));
}

async function getImport(url, id) {
  const headers = { authorization: `Bearer ${TOKEN}` };
  return (await fetch(`${url}/v2/imports/${id}`, { headers })).json();
}

/** Made while it is sent, so that it is in no memory as a whole. */
function upload(url, users) {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/v2/imports?regulationType=suppress`,
      { method: 'POST', headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'text/csv' } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => (text += chunk));
        answer.on('end', () => {
          if (answer.statusCode === 201) resolve(JSON.parse(text));
          else reject(new Error(`${answer.statusCode} ${text}`));
        });
      },
    );
    sent.once('error', reject);
    sent.write('userId,email,phone\n');
    let made = 0;
    const write = () => {
      while (made < users) {
        const count = Math.min(ROWS, users - made);
        const rows = Array.from({ length: count }, (_none, n) => rowOf(made + n)).join('');
        made += count;
        if (!sent.write(rows)) {
          sent.once('drain', write);
          return;
        }
      }
      sent.end();
    };
    write();
  });
}

function rowOf(n) {
  return `customer-${n},customer-${n}@example.com,+4930${String(n).padStart(8, '0')}\n`;
}
