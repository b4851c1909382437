import { fileURLToPath } from 'node:url';
import { freePort } from '@lethe/local-services';
import autocannon from 'autocannon';
import { directStages } from './baselines/direct-stages.mjs';
import { AppProcess } from './support/app-process.mjs';
import { target } from './support/report.mjs';
import { median, percentile, round } from './support/statistics.mjs';
import {
  startBroker,
  startDatabase,
  startGateway,
  startRegulation,
  startStandalone,
  startTestRunner,
} from './support/system.mjs';
import { TOKEN, withDestination } from './support/workspace.mjs';

export const title = 'test runs per second and their latency, one at a time and 8 at once';

const FULL = { rounds: 3, seconds: 4, warmUpSeconds: 2, brokerWarmUpSeconds: 30 };
const QUICK = { rounds: 1, seconds: 1, warmUpSeconds: 1, brokerWarmUpSeconds: 1 };

/** What is tested, by the stages that run. */
const LOADS = {
  dest_transform: { userTransform: false, destTransform: true, sendToDestination: false },
  'user + dest_transform': { userTransform: true, destTransform: true, sendToDestination: false },
  'all three': { userTransform: true, destTransform: true, sendToDestination: true },
};
const AT_ONCE = [1, 8];

const MESSAGE = {
  type: 'track',
  event: 'Order completed',
  userId: 'user-1',
  anonymousId: 'a-1',
  messageId: 'm-1',
  context: { traits: { email: 'ada@example.com' }, ip: '203.0.113.7', locale: 'de-CH' },
  properties: {
    order: 'o-1',
    total: 99.5,
    currency: 'CHF',
    products: Array.from({ length: 8 }, (_, n) => ({ sku: `sku-${n}`, price: n, quantity: 1 })),
  },
};

const CODE = `
import { hide } from 'pii';
export function transformEvent(event, metadata) {
  const { destinationId } = metadata(event);
  event.context.traits.email = hide(event.context.traits.email);
  delete event.context.ip;
  event.properties.count = event.properties.products.length;
  event.properties.products = event.properties.products.filter(({ price }) => price > 2);
  event.properties.destinationId = destinationId;
  return event;
}`;
const LIBRARY = {
  name: 'pii',
  code: "export const hide = (text) => text.replace(/^.*@/, '***@');",
};

export async function run(session) {
  const { rounds, seconds, warmUpSeconds, brokerWarmUpSeconds } = session.quick ? QUICK : FULL;
  const sink = await startSink(session);
  const workspaces = withDestination({ url: sink.url, code: CODE, library: LIBRARY });
  const contestants = [
    direct(session, sink.url),
    await standalone(session, workspaces),
    await cluster(session, workspaces),
  ];
  session.progress('warming the broker up');
  await contestants.at(-1).load(LOADS['user + dest_transform'], 8, brokerWarmUpSeconds);
  const figures = {};
  const table = [
    ['', 'at once', ...contestants.flatMap(({ name }) => [`${name} /s`, 'p50 ms', 'p99 ms'])],
  ];
  for (const [name, stages] of Object.entries(LOADS)) {
    for (const atOnce of AT_ONCE) {
      session.progress(`${name}, ${atOnce} at once`);
      const samples = new Map(contestants.map((contestant) => [contestant, []]));
      for (const contestant of contestants) await contestant.load(stages, atOnce, warmUpSeconds);
      for (let turn = 0; turn < rounds; turn += 1) {
        for (const contestant of contestants) {
          samples.get(contestant).push(await contestant.load(stages, atOnce, seconds));
        }
      }
      const medians = contestants.map((contestant) => summarise(samples.get(contestant)));
      figures[`${name}, ${atOnce}`] = Object.fromEntries(
        contestants.map((contestant, index) => [contestant.name, medians[index]]),
      );
      table.push([name, atOnce, ...medians.flatMap(({ rate, p50, p99 }) => [rate, p50, p99])]);
    }
  }
  const alone = figures['user + dest_transform, 1'];
  const busy = figures['user + dest_transform, 8'];
  return {
    table,
    figures,
    targets: [
      target('standalone, user + dest_transform, per second', busy.standalone.rate, {
        atLeast: 1000,
      }),
      target('share of the stages alone', round(busy.standalone.rate / busy.direct.rate, 2), {
        atLeast: 0.25,
      }),
      target(
        'ms that the two Kafka hops add (median)',
        round(alone.cluster.p50 - alone.standalone.p50, 2),
        { atMost: 5 },
      ),
    ],
  };
}

function summarise(samples) {
  const of = (key) => median(samples.map((sample) => sample[key]));
  return { rate: Math.round(of('rate')), p50: round(of('p50'), 2), p99: round(of('p99'), 1) };
}

/** The stages in this process, called in a loop. */
function direct(session, url) {
  const at = new Date();
  const stages = directStages({
    destination: {
      id: 'dst_bench',
      workspaceId: 'ws_bench',
      name: 'Bench',
      type: 'WEBHOOK',
      enabled: true,
      connectionMode: 'cloud',
      config: { webhookUrl: url, webhookMethod: 'POST', headers: [] },
      transformationId: 'tr_bench',
      createdAt: at,
      updatedAt: at,
    },
    transformation: { id: 'tr_bench', name: 'bench', code: CODE },
    libraries: [LIBRARY],
    credentials: {},
  });
  session.defer(() => stages.close());
  return {
    name: 'direct',
    load: async (which, atOnce, seconds) => {
      const until = performance.now() + seconds * 1000;
      const started = performance.now();
      const durations = [];
      const caller = async () => {
        while (performance.now() < until) {
          const before = performance.now();
          await stages.run(which, structuredClone(MESSAGE));
          durations.push(performance.now() - before);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, caller));
      const elapsed = (performance.now() - started) / 1000;
      return {
        rate: durations.length / elapsed,
        p50: percentile(durations, 0.5),
        p99: percentile(durations, 0.99),
      };
    },
  };
}

async function standalone(session, workspaces) {
  const databaseUrl = await startDatabase(session);
  session.databaseUrl = databaseUrl;
  const app = await startStandalone(session, { databaseUrl, workspaces });
  return overHttp('standalone', app.url);
}

/** A database of its own on the same server. */
async function cluster(session, workspaces) {
  const { databaseUrl } = session;
  const brokers = await startBroker(session);
  const regulation = await startRegulation(session, { databaseUrl, brokers });
  const gateway = await startGateway(session, { databaseUrl, brokers, regulation, workspaces });
  await startTestRunner(session, { databaseUrl, brokers });
  await gateway.until(() => testsGetThrough(gateway.url), { what: 'no test runs' });
  return overHttp('cluster', gateway.url);
}

async function testsGetThrough(url) {
  const answer = await fetch(`${url}/v0/testDestination/dst_bench`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: MESSAGE }),
  });
  await answer.text();
  return answer.status === 200;
}

function overHttp(name, url) {
  return {
    name,
    load: async (stages, atOnce, seconds) => {
      const durations = [];
      const stage = {
        user_transform: stages.userTransform,
        dest_transform: stages.destTransform,
        send_to_destination: stages.sendToDestination,
      };
      const instance = autocannon({
        url: `${url}/v0/testDestination/dst_bench`,
        connections: atOnce,
        duration: seconds,
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: MESSAGE, stage }),
      });
      instance.on('response', (_client, _status, _bytes, ms) => durations.push(ms));
      const result = await instance;
      const refused = result.non2xx + result.errors;
      if (refused > 0) throw new Error(`${refused} test runs failed at ${name}`);
      return {
        rate: result['2xx'] / result.duration,
        p50: percentile(durations, 0.5),
        p99: percentile(durations, 0.99),
      };
    },
  };
}

async function startSink(session) {
  const port = await freePort();
  const app = new AppProcess(session, {
    name: 'sink',
    script: fileURLToPath(new URL('baselines/sink.mjs', import.meta.url)),
    args: [String(port)],
  });
  await app.until(() => app.lines.includes('listening'), { what: 'not listening' });
  return { url: `http://127.0.0.1:${port}/hook` };
}
