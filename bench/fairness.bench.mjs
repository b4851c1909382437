import { createServer } from 'node:http';
import { benchDeletions } from './fairness/deletions.mjs';
import { benchLargestInputs } from './fairness/largest-inputs.mjs';
import { median, percentile, round } from './support/statistics.mjs';
import { target } from './support/report.mjs';
import { withSession } from './support/session.mjs';
import {
  startBroker,
  startDatabase,
  startGateway,
  startRegulation,
  startTestRunner,
} from './support/system.mjs';
import { WORKSPACE_FILE, TOKEN } from './support/workspace.mjs';

export const title =
  "one workspace's test runs and deletions beside those of another that makes trouble";

const FULL = { rounds: 3, seconds: 8, warmUpSeconds: 10 };
const QUICK = { rounds: 1, seconds: 4, warmUpSeconds: 2 };
/** Milliseconds between two runs of the workspace that is measured. */
const PAUSE_MS = 20;
const TROUBLEMAKER = 'lth_bench_trouble_0123456789abcdef';

const WIDE = { type: 'track', properties: [[[[[[[Array.from({ length: 60_000 }, () => 1)]]]]]]] };
const MESSAGE = { type: 'track', event: 'x', userId: 'u' };

/** What the other workspace does: callers at once, its destination, what it sends. */
const TROUBLES = {
  'endless loops': {
    callers: 16,
    to: 'dst_loop',
    message: MESSAGE,
    stage: { user_transform: true },
  },
  'hanging deliveries': {
    callers: 260,
    to: 'dst_hang',
    message: MESSAGE,
    stage: { dest_transform: true, send_to_destination: true },
  },
  'slow templates': {
    callers: 16,
    to: 'dst_slow',
    message: WIDE,
    stage: { dest_transform: true },
  },
};
/** What is measured: a webhook behind a transformation, and a type that works in threads. */
const MEASURED = { webhook: 'dst_hook', http: 'dst_http' };
const STAGE = { user_transform: true, dest_transform: true, send_to_destination: true };

export async function run(session) {
  // The second begins when nothing of the first runs any more.
  const part = (bench) => withSession({ ...session, dir: session.folder }, bench);
  const tests = await part(benchTestRuns);
  const deletions = await part(benchDeletions);
  const largest = await part(benchLargestInputs);
  return {
    table: [...tests.table, ...deletions.table, ...largest.table],
    figures: { ...tests.figures, ...deletions.figures, ...largest.figures },
    targets: [...tests.targets, ...deletions.targets, ...largest.targets],
  };
}

async function benchTestRuns(session) {
  const { rounds, seconds, warmUpSeconds } = session.quick ? QUICK : FULL;
  const sink = await startSink(session);
  const url = await startCluster(session, workspacesWith(sink));
  session.progress('warming up');
  await measure(url, warmUpSeconds);
  const table = [
    ['beside', 'runs or jobs', 'p50 ms', 'p99 ms', 'its own alone, p50', 'times', 'refused'],
  ];
  const figures = {};
  const targets = [];
  for (const [name, trouble] of Object.entries(TROUBLES)) {
    const ratios = [];
    for (let turn = 0; turn < rounds; turn += 1) {
      session.progress(`${name}, ${turn + 1} of ${rounds}`);
      const alone = await measure(url, seconds);
      const other = makeTrouble(url, trouble);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      const beside = await measure(url, seconds);
      const refused = await other.stop();
      for (const kind of Object.keys(MEASURED)) {
        const times = beside[kind].p50 / alone[kind].p50;
        ratios.push(times);
        table.push([
          `${name}, ${kind}`,
          beside[kind].runs,
          round(beside[kind].p50, 1),
          round(beside[kind].p99, 1),
          round(alone[kind].p50, 1),
          round(times, 2),
          refused,
        ]);
      }
    }
    figures[name] = round(median(ratios), 2);
    targets.push(target(`${name}: p50, times its own alone`, figures[name], { atMost: 3 }));
  }
  return { table, figures, targets };
}

/** One run of each kind after another. */
async function measure(url, seconds) {
  const durations = { webhook: [], http: [] };
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    for (const [kind, to] of Object.entries(MEASURED)) {
      const began = performance.now();
      const status = await send(url, TOKEN, { to, message: MESSAGE, stage: STAGE });
      if (status !== 200) throw new Error(`a test run got ${status}`);
      durations[kind].push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  const figures = Object.entries(durations).map(([kind, all]) => [
    kind,
    { runs: all.length, p50: percentile(all, 0.5), p99: percentile(all, 0.99) },
  ]);
  return Object.fromEntries(figures);
}

function makeTrouble(url, { callers, ...request }) {
  let stopping = false;
  let refused = 0;
  const call = async () => {
    while (!stopping) {
      const status = await send(url, TROUBLEMAKER, request).catch(() => 0);
      if (status !== 429) continue;
      refused += 1;
      await new Promise((resolve) => setTimeout(resolve, 1_000)); // as Retry-After says
    }
  };
  const calling = Promise.all(Array.from({ length: callers }, call));
  return {
    stop: async () => {
      stopping = true;
      await calling;
      return refused;
    },
  };
}

async function send(url, token, { to, message, stage }) {
  const answer = await fetch(`${url}/v0/testDestination/${to}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message, stage }),
  });
  await answer.text();
  return answer.status;
}

async function startCluster(session, workspaces) {
  const databaseUrl = await startDatabase(session);
  const brokers = await startBroker(session);
  const regulation = await startRegulation(session, { databaseUrl, brokers });
  const gateway = await startGateway(session, { databaseUrl, brokers, regulation, workspaces });
  await startTestRunner(session, { databaseUrl, brokers });
  const request = { to: 'dst_hook', message: MESSAGE, stage: STAGE };
  await gateway.until(async () => (await send(gateway.url, TOKEN, request)) === 200, {
    what: 'no test runs',
  });
  return gateway.url;
}

/** Answers at once, except below `/hang`: never. */
async function startSink(session) {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url !== '/hang') response.writeHead(200).end('{}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  session.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

function workspacesWith(sink) {
  const [workspace] = WORKSPACE_FILE.workspaces;
  const webhook = (id, path, more = {}) => ({
    id,
    name: id,
    type: 'WEBHOOK',
    config: { webhookUrl: `${sink}${path}`, webhookMethod: 'POST', headers: [] },
    ...more,
  });
  const http = (id, config = {}) => {
    return { id, name: id, type: 'HTTP', config: { apiUrl: sink, method: 'POST', ...config } };
  };
  const transformation = (id, code) => ({ id, name: id, code });
  return {
    workspaces: [
      {
        ...workspace,
        transformations: [
          transformation(
            'tr_quick',
            'export const transformEvent = (e) => ({ ...e, seen: true });',
          ),
        ],
        destinations: [webhook('dst_hook', '/', { transformation: 'tr_quick' }), http('dst_http')],
      },
      {
        id: 'ws_trouble',
        name: 'Trouble',
        tokens: [{ name: 't', email: 't@example.com', token: TROUBLEMAKER, role: 'admin' }],
        transformations: [
          transformation('tr_loop', 'export function transformEvent() { for (;;); }'),
        ],
        destinations: [
          webhook('dst_loop', '/', { transformation: 'tr_loop' }),
          webhook('dst_hang', '/hang'),
          http('dst_slow', {
            queryParams: Array.from({ length: 12 }, (_, n) => ({
              to: `p${n}`,
              from: '$..[?count(@.*) > 1 && count(@.*.*) > 900]',
            })),
          }),
        ],
      },
    ],
  };
}
