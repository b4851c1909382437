import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { call, suppressionOf } from '../support/http-client.mjs';
import { beside, timeCalls } from '../support/repeating.mjs';
import { target } from '../support/report.mjs';
import { round, summary } from '../support/statistics.mjs';
import { startSystem, startTestRunner } from '../support/system.mjs';
import { benchWorkspace, deletionHook, OTHER_TOKEN, workspaceOf } from '../support/workspace.mjs';
import { DELETING, TROUBLES } from './largest-requests.mjs';

const FULL = { seconds: 8, warmUpSeconds: 5 };
const QUICK = { seconds: 1, warmUpSeconds: 1 };
/** Number of parallel callers of the workspace that sends the largest requests. */
const CALLERS = 2;
/** Milliseconds between two requests of the measured workspace. */
const PAUSE_MS = 20;
const MOST_SLICE_MS = 150;
const MOST_P99_MS = 250;
/** Apps whose main threads are watched. */
const SERVICES = ['gateway', 'regulation', 'test-runner'];
/**
 * Address of the destinations. The worker never calls it, because each deletion waits for a day.
 */
const NOWHERE = 'http://127.0.0.1:9';

/**
 * Measures small requests of one workspace while another one sends the largest requests that are
 * allowed.
 */
export async function benchLargestInputs(session) {
  const { seconds, warmUpSeconds } = session.quick ? QUICK : FULL;
  const { url, loopFiles } = await start(session);
  session.progress('largest inputs: warming up');
  await measure(url, warmUpSeconds);
  const table = [
    [
      'largest inputs',
      ...['requests', 'p50 ms', 'p99 ms', 'p99 alone'],
      ...SERVICES.map((service) => `slice of ${service}, ms (CPU ms)`),
      'large requests',
    ],
  ];
  const worst = { waited: 0, ran: 0, p99: 0 };
  for (const [name, [makeRequest, prepare]] of Object.entries(TROUBLES)) {
    session.progress(name);
    await prepare?.((request) => call(url, request, OTHER_TOKEN));
    const request = makeRequest();
    const alone = await measure(url, seconds);
    const since = Date.now();
    let sent = 0;
    const send = async () => {
      const { status } = await call(url, request, OTHER_TOKEN);
      if (status >= 500) throw new Error(`the largest request got ${status}`);
      sent += 1;
    };
    const { count, p50, p99 } = await beside(CALLERS, send, () => measure(url, seconds));
    const slices = SERVICES.map((service) => longestSlice(loopFiles[service], since));
    for (const { waited, ran } of slices) {
      worst.waited = Math.max(worst.waited, waited);
      worst.ran = Math.max(worst.ran, ran);
    }
    worst.p99 = Math.max(worst.p99, p99);
    const sliceCells = slices.map(({ waited, ran }) => `${round(waited, 0)} (${round(ran, 0)})`);
    table.push([name, count, round(p50), round(p99), round(alone.p99), ...sliceCells, sent]);
  }
  const figures = {
    longestSliceMs: round(worst.waited, 0),
    longestSliceOfProcessorMs: round(worst.ran, 0),
    neighbourP99Ms: round(worst.p99, 0),
    load: round(loadavg()[0], 1),
  };
  const sliceName = 'largest inputs: longest uninterrupted slice of a main thread, ms';
  const neighbourName = 'largest inputs: p99 of another workspace, ms';
  return {
    table,
    figures,
    targets: [
      target(sliceName, figures.longestSliceMs, { atMost: MOST_SLICE_MS }),
      target(neighbourName, figures.neighbourP99Ms, { atMost: MOST_P99_MS }),
    ],
  };
}

async function start(session) {
  const loopFiles = Object.fromEntries(
    SERVICES.map((service) => [service, join(session.folder, `loop-${service}.txt`)]),
  );
  for (const file of Object.values(loopFiles)) writeFileSync(file, '');
  const watch = new URL('../support/watch-loop.mjs', import.meta.url).href;
  const envOf = (service) => ({
    NODE_OPTIONS: `--import ${watch}`,
    BENCH_LOOP_FILE: loopFiles[service],
  });
  const system = await startSystem(session, { file: { workspaces: WORKSPACES }, envOf });
  const request = { path: '/transformations/tr/test-cases/run', body: '{}' };
  const env = envOf('test-runner');
  await startTestRunner(session, system, { request, token: OTHER_TOKEN, env });
  return { url: system.gateway.url, loopFiles };
}

/** Sends small reads and creates, one after another. */
async function measure(url, seconds) {
  const read = { method: 'GET', path: '/v2/sources' };
  const create = (n) => ({ path: '/v2/regulations', body: suppressionOf(`neighbour-${n}`) });
  const requestsOf = (n) => [read, create(n)];
  return summary(await timeCalls(url, { seconds, pauseMs: PAUSE_MS, requestsOf }));
}

/**
 * Returns the longest slices that `watch-loop.mjs` has written since a time. `waited` is the
 * longest elapsed time, which includes waiting for a CPU. `ran` is the longest CPU time.
 */
function longestSlice(file, since) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const slices = lines.map((line) => line.split(' ').map(Number)).filter(([at]) => at >= since);
  return {
    waited: Math.max(0, ...slices.map(([, waited]) => waited)),
    ran: Math.max(0, ...slices.map(([, , ran]) => ran)),
  };
}

const WORKSPACES = [
  benchWorkspace(),
  workspaceOf('ws_trouble', OTHER_TOKEN, {
    transformations: [{ id: 'tr', name: 'T', code: 'export const transformEvent = (e) => e;' }],
    destinations: [
      { id: 'dst', name: 'D', type: 'WEBHOOK', config: {} },
      ...DELETING.map((id) => deletionHook(id, NOWHERE)),
    ],
    deletionDelay: 86_400,
  }),
];
