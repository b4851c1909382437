import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadavg } from 'node:os';
import { target } from '../support/report.mjs';
import { percentile, round } from '../support/statistics.mjs';
import {
  startBroker,
  startDatabase,
  startGateway,
  startRegulation,
  startTestRunner,
} from '../support/system.mjs';
import { WORKSPACE_FILE, TOKEN } from '../support/workspace.mjs';
import { DELETING, TROUBLES } from './largest-requests.mjs';

const FULL = { seconds: 8, warmUpSeconds: 5 };
const QUICK = { seconds: 2, warmUpSeconds: 1 };
/** Callers of the workspace that sends the largest requests, one after another each. */
const CALLERS = 2;
/** Milliseconds between two requests of the workspace that is measured. */
const PAUSE_MS = 20;
const MOST_SLICE_MS = 150;
const MOST_P99_MS = 250;
/** Whose main threads are watched. */
const SERVICES = ['gateway', 'regulation', 'test-runner'];
const TROUBLEMAKER = 'lth_bench_trouble_0123456789abcdef';

/** Requests as large as they may be, of one workspace, beside a neighbour's small ones. */
export async function benchLargestInputs(session) {
  const { seconds, warmUpSeconds } = session.quick ? QUICK : FULL;
  const system = await start(session);
  session.progress('largest inputs: warming up');
  await measure(system.url, warmUpSeconds);
  const table = [
    [
      'largest inputs',
      ...['requests', 'p50 ms', 'p99 ms', 'alone, p99'],
      ...SERVICES.map((service) => `slice of ${service}, ms (of processor)`),
      'of them',
    ],
  ];
  const worst = { slice: 0, ran: 0, p99: 0 };
  for (const [name, trouble] of Object.entries(TROUBLES)) {
    session.progress(name);
    await trouble.prepare?.((request) => send(system.url, TROUBLEMAKER, request));
    const request = trouble.request();
    const alone = await measure(system.url, seconds);
    const since = Date.now();
    const other = repeat(system.url, request);
    const beside = await measure(system.url, seconds);
    const sent = await other.stop();
    const slices = SERVICES.map((service) => longestSlice(system.loopFiles[service], since));
    worst.slice = Math.max(worst.slice, ...slices.map(({ waited }) => waited));
    worst.ran = Math.max(worst.ran, ...slices.map(({ ran }) => ran));
    worst.p99 = Math.max(worst.p99, beside.p99);
    table.push([
      name,
      beside.count,
      round(beside.p50, 1),
      round(beside.p99, 1),
      round(alone.p99, 1),
      ...slices.map(({ waited, ran }) => `${round(waited, 0)} (${round(ran, 0)})`),
      sent,
    ]);
  }
  const load = round(loadavg()[0], 1);
  return {
    table,
    figures: {
      longestSliceMs: round(worst.slice, 0),
      longestSliceOfProcessorMs: round(worst.ran, 0),
      neighbourP99Ms: round(worst.p99, 0),
      load,
    },
    targets: [
      target(
        'largest inputs: longest uninterrupted slice of a main thread, ms',
        round(worst.slice, 0),
        { atMost: MOST_SLICE_MS },
      ),
      target("largest inputs: a neighbour's p99, ms", round(worst.p99, 0), { atMost: MOST_P99_MS }),
    ],
  };
}

async function start(session) {
  const loopFiles = Object.fromEntries(
    SERVICES.map((service) => [service, join(session.folder, `loop-${service}.txt`)]),
  );
  for (const file of Object.values(loopFiles)) writeFileSync(file, '');
  const watch = new URL('../support/watch-loop.mjs', import.meta.url).href;
  const watched = (service) => ({
    env: { NODE_OPTIONS: `--import ${watch}`, BENCH_LOOP_FILE: loopFiles[service] },
  });
  const databaseUrl = await startDatabase(session);
  const brokers = await startBroker(session);
  const shared = { databaseUrl, brokers };
  const regulation = await startRegulation(session, { ...shared, ...watched('regulation') });
  const gateway = await startGateway(session, {
    ...{ ...shared, regulation, workspaces: WORKSPACES },
    ...watched('gateway'),
  });
  await startTestRunner(session, { ...shared, ...watched('test-runner') });
  const tested = { method: 'POST', path: '/transformations/tr/test-cases/run', body: '{}' };
  await gateway.until(async () => (await send(gateway.url, TROUBLEMAKER, tested)) === 200, {
    what: 'no test runs',
  });
  return { url: gateway.url, loopFiles };
}

/** Small reads and creates, one after another. */
async function measure(url, seconds) {
  const times = [];
  const until = performance.now() + seconds * 1_000;
  for (let n = 0; performance.now() < until; n += 1) {
    const began = performance.now();
    const create = { regulationType: 'suppress', users: [{ userId: `neighbour-${n}` }] };
    const request =
      n % 2 === 0
        ? { method: 'GET', path: '/v2/sources' }
        : { method: 'POST', path: '/v2/regulations', body: JSON.stringify(create) };
    const status = await send(url, TOKEN, request);
    if (status >= 300) throw new Error(`a neighbour's request got ${status}`);
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return { count: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

function repeat(url, request) {
  let stopping = false;
  let sent = 0;
  const call = async () => {
    while (!stopping) {
      const status = await send(url, TROUBLEMAKER, request);
      if (status >= 500) throw new Error(`the largest request got ${status}`);
      sent += 1;
    }
  };
  const calling = Promise.all(Array.from({ length: CALLERS }, call));
  return {
    stop: async () => {
      stopping = true;
      await calling;
      return sent;
    },
  };
}

async function send(url, token, { method, path, body, headers = {} }) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Of all that is written since: its time, in which the thread may have waited for a processor, and its processor time. */
function longestSlice(file, since) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const slices = lines.map((line) => line.split(' ').map(Number)).filter(([at]) => at >= since);
  return {
    waited: Math.max(0, ...slices.map(([, waited]) => waited)),
    ran: Math.max(0, ...slices.map(([, , ran]) => ran)),
  };
}

const DELETES = {
  deletionUrl: 'http://127.0.0.1:9/',
  deletionSecret: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
};
const WORKSPACES = {
  workspaces: [
    ...WORKSPACE_FILE.workspaces,
    {
      id: 'ws_trouble',
      name: 'Trouble',
      tokens: [{ name: 't', email: 't@example.com', token: TROUBLEMAKER, role: 'admin' }],
      transformations: [{ id: 'tr', name: 'T', code: 'export const transformEvent = (e) => e;' }],
      destinations: [
        { id: 'dst', name: 'D', type: 'WEBHOOK', config: {} },
        ...DELETING.map((id) => ({ id, name: id, type: 'WEBHOOK', config: DELETES })),
      ],
      deletionDelay: 86_400,
    },
  ],
};
