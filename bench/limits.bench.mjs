import { createServer } from 'node:http';
import { assertStored, load } from './support/create-load.mjs';
import { drained } from './support/drained.mjs';
import { NO_RATES } from './support/rates.mjs';
import { target } from './support/report.mjs';
import { median, round } from './support/statistics.mjs';
import { whileScraped } from './support/scraper.mjs';
import {
  connect,
  startBroker,
  startDatabase,
  startGateway,
  startRegulation,
} from './support/system.mjs';

export const title = 'creates with metrics, rate limits and traces against creates without';

const FULL = { rounds: 12, seconds: 8, warmUpSeconds: 8 };
const QUICK = { rounds: 3, seconds: 2, warmUpSeconds: 2 };

const WITHOUT = { LETHE_METRICS: 'false', ...NO_RATES };
const UNSAMPLED = { OTEL_TRACES_SAMPLER: 'parentbased_always_off' };

export async function run(session) {
  const { rounds, seconds, warmUpSeconds } = session.quick ? QUICK : FULL;
  const server = await startDatabase(session);
  const brokers = await startBroker(session);
  const collector = await startCollector(session);
  const start = (name, env) => startSide(session, { server, brokers, name, env });
  const off = await start('without', WITHOUT);
  const on = await start('with', {});
  const traced = await start('traced', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...UNSAMPLED,
  });
  const sides = [off, on, traced];

  for (const side of sides) await load(side, warmUpSeconds);
  for (let n = 1; n <= rounds; n += 1) {
    session.progress(`round ${n} of ${rounds}`);
    // Each is first, second and last equally often, so that none always finds the machine as one other left it.
    for (const side of inTurns(sides, n)) {
      await drained(side.database);
      const { rate, p99 } = await whileScraped(side.scraped, () => load(side, seconds));
      side.rates.push(rate);
      side.p99.push(p99);
    }
  }
  for (const side of sides) await assertStored(side.database, side);
  if (collector.requests() > 0) throw new Error('spans came, though no trace is sampled');

  const share = (side, of) => median(side.rates.map((rate, n) => rate / of.rates[n]));
  const line = (name, { rates, p99 }) => [
    name,
    Math.round(median(rates)),
    rates.map(Math.round).join(' '),
    round(median(p99)),
  ];
  return {
    table: [
      ['', 'creates/s (median)', 'each round', 'p99 ms'],
      line('neither metrics nor limits', off),
      line('metrics and limits, scraped', on),
      line('and traces, none sampled', traced),
    ],
    figures: Object.fromEntries(sides.map(({ name, rates, p99 }) => [name, { rates, p99Ms: p99 }])),
    targets: [
      target(
        'metrics and limits: share of the rate without (median of rounds)',
        round(share(on, off), 3),
        {
          atLeast: 0.95,
        },
      ),
      target(
        'traces, none sampled: share of that (median of rounds)',
        round(share(traced, on), 3),
        {
          atLeast: 0.97,
        },
      ),
    ],
  };
}

/** The order of round `n`, from 1: forwards from another one each round, backwards in every second three. */
function inTurns(sides, n) {
  const from = (n - 1) % sides.length;
  const order = [...sides.slice(from), ...sides.slice(0, from)];
  return Math.floor((n - 1) / sides.length) % 2 === 0 ? order : order.toReversed();
}

/** Each has a database and topics of its own, on the same servers. */
async function startSide(session, { server, brokers, name, env }) {
  const admin = await connect(session, server);
  await admin.query(`create database "${name}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const common = { databaseUrl: url.href, brokers };
  const all = { ...env, LETHE_TOPIC_PREFIX: `bench.${name}.` };
  const regulation = await startRegulation(session, {
    ...common,
    name: `regulation-${name}`,
    env: all,
  });
  const gateway = await startGateway(session, {
    ...common,
    regulation,
    name: `gateway-${name}`,
    env: all,
  });
  const database = await connect(session, url.href);
  const scraped = env.LETHE_METRICS === 'false' ? [] : [gateway, regulation];
  return { name, url: gateway.url, database, scraped, rates: [], p99: [], acknowledged: 0 };
}

/** Where spans would go to. */
async function startCollector(session) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    response.end('{}');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  session.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, requests: () => requests };
}
