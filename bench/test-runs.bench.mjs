import { directStages } from './baselines/direct-stages.mjs';
import { fire } from './support/fire.mjs';
import { startServer } from './support/programs.mjs';
import { forSeconds } from './support/repeating.mjs';
import { ratio, target } from './support/report.mjs';
import { median, round, summary } from './support/statistics.mjs';
import { startDatabase, startStandalone, startSystem, startTestRunner } from './support/system.mjs';
import { benchWorkspace, webhook, WORKSPACE } from './support/workspace.mjs';

const FULL = { rounds: 3, seconds: 4, warmUpSeconds: 2, brokerWarmUpSeconds: 30 };
const QUICK = { rounds: 1, seconds: 2, warmUpSeconds: 1, brokerWarmUpSeconds: 1 };

/** Measured loads, by the stages that run. */
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
const DESTINATION = 'dst_bench';
const PATH = `/v0/testDestination/${DESTINATION}`;

export async function run(session) {
  const { rounds, seconds, warmUpSeconds, brokerWarmUpSeconds } = session.quick ? QUICK : FULL;
  const sink = `${await startServer(session, 'support/receiver')}/hook`;
  const contestants = { direct: direct(session, sink), ...(await startLethe(session, sink)) };
  session.progress('warming up the broker');
  await contestants.cluster(LOADS['user + dest_transform'], 8, brokerWarmUpSeconds);
  const names = Object.keys(contestants);
  const figures = {};
  /** @type {(string | number)[][]} */
  const table = [['', 'at once', ...names.flatMap((name) => [`${name} /s`, 'p50 ms', 'p99 ms'])]];
  for (const [name, stages] of Object.entries(LOADS)) {
    for (const atOnce of AT_ONCE) {
      const samples = names.map(() => []);
      for (const load of Object.values(contestants)) await load(stages, atOnce, warmUpSeconds);
      await session.rounds(
        rounds,
        async () => {
          for (const [at, load] of Object.values(contestants).entries()) {
            samples[at].push(await load(stages, atOnce, seconds));
          }
        },
        `${name}, ${atOnce} at once:`,
      );
      const medians = samples.map(mediansOf);
      figures[`${name}, ${atOnce}`] = Object.fromEntries(names.map((of, at) => [of, medians[at]]));
      table.push([name, atOnce, ...medians.flatMap(({ rate, p50, p99 }) => [rate, p50, p99])]);
    }
  }
  const alone = figures['user + dest_transform, 1'];
  const { standalone } = figures['user + dest_transform, 8'];
  const added = round(alone.cluster.p50 - alone.standalone.p50, 2);
  const perSecond = 'standalone, user + dest_transform, per second';
  const shareOf = (stagesRun, atLeast) => {
    const rates = figures[`${stagesRun}, 8`];
    const share = round(rates.standalone.rate / rates.direct.rate, 2);
    return ratio(`${stagesRun}: share of the rate of the stages alone`, share, { atLeast });
  };
  return {
    table,
    figures,
    targets: [
      target(perSecond, standalone.rate, { atLeast: 1000 }),
      shareOf('dest_transform', 0.3),
      shareOf('user + dest_transform', 0.6),
      target('ms that the two Kafka hops add (median)', added, { atMost: 5 }),
    ],
  };
}

function mediansOf(samples) {
  const of = (key) => median(samples.map((sample) => sample[key]));
  return { rate: Math.round(of('rate')), p50: round(of('p50'), 2), p99: round(of('p99'), 1) };
}

function direct(session, url) {
  const stages = directStages(WORKSPACE, webhook(DESTINATION, url), CODE, LIBRARY);
  session.defer(() => stages.close());
  return async (which, atOnce, seconds) => {
    const started = performance.now();
    const durations = [];
    const caller = () =>
      forSeconds(seconds, async () => {
        const before = performance.now();
        await stages.run(which, structuredClone(MESSAGE));
        durations.push(performance.now() - before);
      });
    await Promise.all(Array.from({ length: atOnce }, caller));
    const elapsed = (performance.now() - started) / 1000;
    return { ...summary(durations), rate: durations.length / elapsed };
  };
}

/** Starts Lethe standalone, and as a cluster with the same PostgreSQL server. */
async function startLethe(session, sink) {
  const workspace = benchWorkspace({
    transformations: [{ id: 'tr_bench', name: 'bench', code: CODE }],
    libraries: [{ id: 'lib_bench', ...LIBRARY }],
    destinations: [webhook(DESTINATION, sink, { transformation: 'tr_bench' })],
  });
  const file = { workspaces: [workspace] };
  const postgres = await startDatabase(session);
  const standalone = await startStandalone(session, { databaseUrl: postgres.url, file });
  const system = await startSystem(session, { postgres, file });
  const request = { path: PATH, body: JSON.stringify({ message: MESSAGE }) };
  await startTestRunner(session, system, { request });
  return { standalone: overHttp(standalone.url), cluster: overHttp(system.gateway.url) };
}

function overHttp(url) {
  return async (stages, atOnce, seconds) => {
    const stage = {
      user_transform: stages.userTransform,
      dest_transform: stages.destTransform,
      send_to_destination: stages.sendToDestination,
    };
    const body = JSON.stringify({ message: MESSAGE, stage });
    const load = { connections: atOnce, duration: seconds, method: 'POST', body };
    const durations = [];
    const { rate } = await fire({ url: `${url}${PATH}`, ...load }, (ms) => durations.push(ms));
    return { ...summary(durations), rate };
  };
}
