import { createServer } from 'node:http';
import { cpuSecondsOf } from './support/cpu.mjs';
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

/** Many short turns: a machine that others use is not the same from one half minute to the next. */
const FULL = { rounds: 8, seconds: 4, warmUpSeconds: 8 };
const QUICK = { rounds: 1, seconds: 2, warmUpSeconds: 2 };

const WITHOUT = { LETHE_METRICS: 'false', ...NO_RATES };
const UNSAMPLED = { OTEL_TRACES_SAMPLER: 'parentbased_always_off' };

/**
 * Each side is measured at each of three places (a database, topics, and when its processes are started), as what runs at one of
 * them is quicker than the very same at another: 7 % less CPU a create was seen.
 */
export async function run(session) {
  const { rounds, seconds, warmUpSeconds } = session.quick ? QUICK : FULL;
  const server = await startDatabase(session);
  const brokers = await startBroker(session);
  const collector = await startCollector(session);
  const exporter = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const sides = [
    sideOf('without', WITHOUT),
    sideOf('with', {}),
    sideOf('traced', { ...exporter, ...UNSAMPLED }),
  ];
  const places = [];
  for (const name of ['first', 'second', 'third']) {
    places.push(await makePlace(session, { server, brokers, name }));
  }
  for (const shift of places.keys()) {
    for (const [at, place] of places.entries()) {
      await startAt(session, place, sides[(at + shift) % sides.length]);
    }
    for (const side of sides) await load(side.place, warmUpSeconds);
    for (let n = 1; n <= rounds; n += 1) {
      session.progress(`round ${shift * rounds + n} of ${places.length * rounds}`);
      // Each is first, second and last equally often, so that none always finds the machine as one other left it.
      for (const side of inTurns(sides, n)) await measure(side, seconds);
    }
    for (const { apps } of sides) for (const app of apps) await app.stop();
  }
  for (const place of places) await assertStored(place.database, place);
  if (collector.requests() > 0) throw new Error('spans came, though no trace is sampled');
  const [off, on, traced] = sides;

  const share = (side, of) => median(side.rates.map((rate, n) => rate / of.rates[n]));
  const line = (name, { rates, p99, cpuMs }) => [
    ...[name, Math.round(median(rates)), rates.map(Math.round).join(' '), round(median(p99))],
    round(median(cpuMs), 3),
  ];
  return {
    table: [
      ['', 'creates/s (median)', 'each round', 'p99 ms', 'CPU ms a create'],
      line('neither metrics nor limits', off),
      line('metrics and limits, scraped', on),
      line('and traces, none sampled', traced),
    ],
    figures: Object.fromEntries(
      sides.map(({ name, rates, p99, cpuMs }) => [name, { rates, p99Ms: p99, cpuMs }]),
    ),
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

function sideOf(name, env) {
  return { name, env, rates: [], p99: [], cpuMs: [] };
}

/** A database and topics of its own, on the same servers. */
async function makePlace(session, { server, brokers, name }) {
  const admin = await connect(session, server);
  await admin.query(`create database "${name}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await connect(session, url.href);
  return { name, brokers, databaseUrl: url.href, database, acknowledged: 0 };
}

/** Starts the apps of a side at a place. */
async function startAt(session, place, side) {
  const { brokers, databaseUrl } = place;
  const name = `${side.name}-${place.name}`;
  const common = {
    brokers,
    databaseUrl,
    env: { ...side.env, LETHE_TOPIC_PREFIX: `bench.${place.name}.` },
  };
  const regulation = await startRegulation(session, { ...common, name: `regulation-${name}` });
  const gateway = await startGateway(session, { ...common, regulation, name: `gateway-${name}` });
  place.url = gateway.url;
  side.place = place;
  side.apps = [gateway, regulation];
  side.scraped = side.env.LETHE_METRICS === 'false' ? [] : side.apps;
}

async function measure(side, seconds) {
  const { place, rates, p99, cpuMs, scraped } = side;
  await drained(place.database);
  const before = cpuOf(side);
  const loaded = await whileScraped(scraped, () => load(place, seconds));
  rates.push(loaded.rate);
  p99.push(loaded.p99);
  cpuMs.push(((cpuOf(side) - before) * 1_000) / (loaded.rate * seconds));
}

/** Seconds of CPU of its gateway and its regulation service, which relays. */
function cpuOf({ apps }) {
  return apps.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
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
