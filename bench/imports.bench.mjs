import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSecondsOf } from './support/cpu.mjs';
import { drained } from './support/drained.mjs';
import { HttpClient } from './support/http-client.mjs';
import { watchMemory } from './support/memory.mjs';
import { target } from './support/report.mjs';
import { median, round } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';
import { TOKEN } from './support/workspace.mjs';

export const title = 'a file of 1,000,000 users, and single creates beside it';

const FULL = { users: 1_000_000 };
const QUICK = { users: 20_000 };
/** Rows that are written to the connection at once. */
const ROWS = 5_000;

/** @param session `rows`: users of the file, instead of the usual number */
export async function run(session) {
  const users = session.rows ?? (session.quick ? QUICK : FULL).users;
  const system = await startSystem(session);
  const client = new HttpClient(system.gateway.url);
  session.defer(() => client.close());
  await client.create(bodyOf('warm'));
  const alone = await timesOfCreates(client, 'alone', (n) => n < 30);
  await drained(system.database);

  const processes = { gateway: system.gateway, regulation: system.regulation };
  const cpuBefore = map(processes, ({ pid }) => cpuSecondsOf(pid));
  const watches = map(processes, ({ pid }) => watchMemory(pid));
  const startedAt = performance.now();
  session.progress('uploading');
  const { id } = await upload(system.gateway.url, users);
  const uploadSeconds = (performance.now() - startedAt) / 1_000;

  let record;
  let outbox = 0;
  const watching = (async () => {
    do {
      await delay(500);
      record = JSON.parse((await client.get(`/v2/imports/${id}`)).text);
      const { rows } = await system.database.query(
        'select count(*)::int as n from regulation.outbox',
      );
      outbox = Math.max(outbox, rows[0].n);
      session.progress(`${record.percentage} %, ${record.created} created`);
    } while (record.state === 'running');
  })();
  const creates = new HttpClient(system.gateway.url);
  session.defer(() => creates.close());
  const beside = await timesOfCreates(
    creates,
    'beside',
    () => record?.state !== 'done' && record?.state !== 'failed',
  );
  await watching;
  const seconds = (performance.now() - startedAt) / 1_000;
  session.progress('until all is published');
  await drained(system.database);
  const publishedSeconds = (performance.now() - startedAt) / 1_000;
  const memory = map(watches, ({ idle, stop }) => ({ idle, peak: stop() }));
  const cpu = map(processes, ({ pid }, name) => cpuSecondsOf(pid) - cpuBefore[name]);
  if (record.created !== users)
    throw new Error(`created ${record.created}: ${JSON.stringify(record)}`);

  const p95 = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)];
  return {
    table: [
      ['', ''],
      ['seconds, upload', round(uploadSeconds)],
      ['seconds, all', round(seconds)],
      ['seconds, until all is published', round(publishedSeconds)],
      ['users per second', Math.round(users / seconds)],
      ['processor seconds, gateway', round(cpu.gateway)],
      ['processor seconds, regulation', round(cpu.regulation)],
      [
        'MiB, gateway, idle → peak',
        `${round(memory.gateway.idle)} → ${round(memory.gateway.peak)}`,
      ],
      [
        'MiB, regulation, idle → peak',
        `${round(memory.regulation.idle)} → ${round(memory.regulation.peak)}`,
      ],
      ['facts that waited for the relay, most', outbox],
      ['a create alone, ms, median and p95', `${round(median(alone))} / ${round(p95(alone))}`],
      [
        'a create beside it, ms, median and p95',
        `${round(median(beside))} / ${round(p95(beside))}`,
      ],
    ],
    figures: {
      uploadSeconds,
      seconds,
      publishedSeconds,
      cpu,
      memoryMiB: memory,
      outbox,
      alone,
      beside,
    },
    targets: [
      target('seconds', round(seconds), { atMost: 120 }),
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

/** One after the other, with pauses. */
async function timesOfCreates(client, name, goesOn) {
  const times = [];
  for (let n = 0; goesOn(n); n += 1) {
    times.push((await client.create(bodyOf(`${name}-${n}`))).durationMs);
    await delay(200);
  }
  return times;
}

function bodyOf(userId) {
  return Buffer.from(JSON.stringify({ regulationType: 'suppress', users: [{ userId }] }));
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
